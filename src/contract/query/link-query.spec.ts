import { describe, expect, it } from 'vitest';
import { linkableQuery } from './link-query';
import { parseOrderText, toOrderText } from './order-text';
import { parseQueryText } from './query-parser';
import { toQueryText } from './query-text';
import type { UserQuery } from './user-query';

describe('a link has', () => {
  it.each([
    ['verified:no active:>90d', 'verified:no active:>90d'],
    ['ada verified:no', 'verified:no'],
    ['ada', ''],
    ['method:google (ada or verified:no)', 'method:google'],
    ['not ada country:DE', 'country:DE'],
    ['not (verified:no or country:DE)', 'not (verified:no or country:DE)'],
    ['server.plan="team" server.owner="ada@example.com"', 'server.plan="team"'],
    ['server.note~"Ada Lovelace"', ''],
    ['server.phone="+49 30 123456"', ''],
    ['server.phone="4930123456"', ''],
    ['server.key="sk_live_4eC39HqLyjWDarjtT1zdp7dc"', ''],
    ['server.since>"2026-01-31"', 'server.since>"2026-01-31"'],
    ['server.seats>5 has:server.plan', 'server.seats>5 has:server.plan'],
  ])('of %j', (text, linked) => {
    expect(toQueryText(linkableQuery(parseQueryText(text) as UserQuery))).toBe(linked);
  });
});

describe('the text of an order', () => {
  it.each(['last-active:desc', 'name:asc', 'server.plan:desc', 'server."a.b".c:asc'])('is %s', (text) => {
    const order = parseOrderText(text);
    expect(order && toOrderText(order)).toBe(text);
  });

  it.each(['', 'name', 'password:asc', 'server_metadata.plan:asc', 'name:up'])('is not %j', (text) => {
    expect(parseOrderText(text)).toBeNull();
  });
});
