/** Users as a large project has them, the same in every run: different names, addresses, times, and metadata. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { sampleServerUser } from '../../support/samples/sample-user';

const given =
  'Amelia Oliver Isla George Ava Siobhán Eoin Niamh Léa Étienne Chloé François Jürgen Anneliese Björn Käthe María Alejandro Lucía Íñigo Ada Grace Alan Yūko Haruto Małgorzata Zoë Łukasz Ágnes Nguyễn'.split(
    ' ',
  );
const family =
  'Ashworth Whitfield Pemberton Hargreaves O’Connor Fitzgerald Murphy Kavanagh Lefèvre Dubois Rousseau Müller Schäfer Krüger García Fernández Muñoz Lovelace Hopper Turing Szabó Brzęczyszczykiewicz 山田 佐藤 Kowalski Nowak Jensen Lindqvist Ødegård Trần'.split(
    ' ',
  );
const words =
  'asked about invoices and moved to another plan after the trial ended, wants exports every month, prefers phone, met at the conference in spring, uses three seats only, renewed early'.split(
    ' ',
  );
const day = 86_400_000;
const newest = 1_790_000_000_000;

/** Returns pseudorandom numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns users from a number on. The ID of each is as random as the service's. */
export function variedUsers(from: number, count: number, total: number): ServerUser[] {
  return Array.from({ length: count }, (_none, at) => variedUser(from + at, total));
}

function variedUser(number: number, total: number): ServerUser {
  const random = numbersFrom(number * 2_654_435);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  const [first, last] = [pick(given), pick(family)];
  const plan = pick(['free', 'free', 'free', 'team', 'team', 'enterprise']);
  const signedUp = newest - Math.floor(((total - number) / total) * 1000 * day);
  const handle = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  return {
    ...sampleServerUser,
    id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    display_name: random() < 0.05 ? null : `${first} ${last}`,
    primary_email:
      random() < 0.03 ? null : `${handle}${Math.floor(random() * 1e6)}@${pick(['example.com', 'mail.example', 'analytical.example'])}`,
    primary_email_verified: random() < 0.8,
    signed_up_at_millis: signedUp,
    last_active_at_millis: Math.min(newest, signedUp + Math.floor(random() ** 3 * 900 * day)),
    has_password: random() < 0.6,
    otp_auth_enabled: random() < 0.2,
    passkey_auth_enabled: random() < 0.1,
    is_anonymous: random() < 0.02,
    oauth_providers: random() < 0.4 ? [{ id: pick(['google', 'github', 'microsoft']), account_id: hex(16), email: null }] : [],
    client_metadata: { theme: pick(['dark', 'light', 'system']), locale: pick(['en', 'de', 'ja', 'fr']), step: Math.floor(random() * 9) },
    client_read_only_metadata: random() < 0.3 ? { beta: random() < 0.5, cohort: `2026-${1 + Math.floor(random() * 12)}` } : null,
    server_metadata: {
      plan,
      seats: plan === 'free' ? 1 : Math.floor(random() * 500),
      crm: { account: `A-${Math.floor(random() * 1e7)}`, owner: pick(family) },
      ...(random() < 0.25 ? { note: Array.from({ length: 8 }, () => pick(words)).join(' ') } : {}),
    },
    country_code: pick(['US', 'US', 'DE', 'JP', 'FR', 'GB', 'BR', 'IN', null]),
  };
}
