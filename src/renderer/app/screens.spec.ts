import { describe, expect, it, vi } from 'vitest';
import { targetScreens } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import texts from '#messages/en.json';
import { isConnectionScreen, patterns, placeOf, type ScreenName } from '#window/routes.ts';
import { listedIn, rowOf, screens } from './screens';
import { targetPaths } from './target-paths';

vi.mock('#data/api.ts', () => ({ api: {}, service: {}, onPush: () => () => undefined, wire: { onReconnect: () => undefined } }));

const names = Object.keys(patterns) as ScreenName[];
const pathOf = (screen: ScreenName) => patterns[screen].replace(/:\w+/g, 'x');

describe('the table of screens', () => {
  it('has its own path for each screen', () => {
    expect(new Set(Object.values(patterns)).size).toBe(names.length);
  });

  it.each(names)('is found by the path of %s', (screen) => {
    expect(rowOf(placeOf(pathOf(screen)).screen)).toBe(screens[screen]);
  });

  it('has no row for an unknown path', () => {
    expect(rowOf(placeOf('/nowhere').screen)).toBeNull();
  });

  it('has the project’s screens in the admin section or among the tools, and an account’s in the account section', () => {
    const sectionOf = { account: 'account', 'project-owner': 'account', project: 'admin', 'project-admin': 'admin' };
    const rows = names.map((screen) => rowOf(screen)).filter((row) => row?.access !== undefined);
    expect(rows.length).toBeGreaterThan(0);
    const isTool = (row: (typeof rows)[number]) => row?.section === 'tools' && row.access?.startsWith('project');
    for (const row of rows.filter((one) => !isTool(one))) expect(row?.section).toBe(row?.access && sectionOf[row.access]);
  });

  it('says what is missing for each screen that needs a key, except the overview, which shows something without one', () => {
    const needKey = names.filter((screen) => rowOf(screen)?.access?.startsWith('project') && rowOf(screen)?.access !== 'project-owner');
    expect(needKey.filter((screen) => rowOf(screen)?.locked === undefined)).toEqual(['overview']);
    expect(names.filter((screen) => rowOf(screen)?.locked !== undefined && !needKey.includes(screen))).toEqual([]);
  });

  it('states the access only of screens that aren’t cards', () => {
    expect(names.filter((screen) => rowOf(screen)?.card && rowOf(screen)?.access)).toEqual([]);
  });

  it('has parents whose path needs nothing but the connection', () => {
    const parents = names.flatMap((screen) => rowOf(screen)?.parent ?? []);
    expect(parents.filter((parent) => !isConnectionScreen(parent))).toEqual([]);
  });
});

describe('the targets of a connection', () => {
  it('are the listed screens with data', () => {
    const listed = names.filter((screen) => rowOf(screen)?.listed !== undefined && rowOf(screen)?.access !== undefined);
    expect(listed).toHaveLength(targetScreens.length);
    expect([...targetScreens].sort()).toEqual(listed.sort());
  });

  it('have different titles in the form', () => {
    const connection = { projectId: 'internal', features: { 'invitations-for-me': true, 'notification-preferences': true } } as Connection;
    const choices = targetPaths.choices(connection, targetScreens);
    expect(choices).toHaveLength(targetScreens.length);
    expect(new Set(choices.map(({ title }) => texts[title])).size).toBe(targetScreens.length);
  });

  it('are offered where the project and its service have them', () => {
    const choices = targetPaths.choices({ projectId: 'p', features: {} } as Connection, targetScreens);
    const missing = targetScreens.filter((screen) => !choices.some((choice) => choice.screen === screen));
    expect(missing).toEqual(['invitationsForMe', 'notifications', 'projects']);
  });
});

describe('the lists', () => {
  it.each(['navigation', 'palette'] as const)('the %s offers exactly the screens that say so', (list) => {
    const listed = names.filter((screen) => rowOf(screen)?.listed?.in.includes(list));
    expect(new Set(listedIn(list).map(({ screen }) => screen))).toEqual(new Set(listed));
    expect(listed.filter((screen) => !isConnectionScreen(screen))).toEqual([]);
  });

  it('have its own place for each screen', () => {
    const places = names.flatMap((screen) => rowOf(screen)?.listed?.order ?? []);
    expect(new Set(places).size).toBe(places.length);
  });

  it('shows no card and no screen without a section in the navigation', () => {
    for (const { row } of listedIn('navigation')) expect(row).toMatchObject({ section: expect.any(String) });
    expect(listedIn('navigation').filter(({ row }) => row.card)).toEqual([]);
  });
});

describe('a path’s screen', () => {
  it.each([
    ['/c/ae/users', 'users'],
    ['/c/ae/users/u1', 'user'],
    ['/c/ae/account/profile', 'profile'],
    ['/links/l', 'link'],
    ['/', 'start'],
  ] as const)('%s shows %s', (path, screen) => {
    expect(placeOf(path).screen).toBe(screen);
  });
});
