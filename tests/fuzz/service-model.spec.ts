/**
 * Random sequences of calls to the sandbox, against a model of what a project has: users, who is restricted, teams, members, and sessions.
 * After each call, what the service lists has to be what the model says (wire/endpoints 4 and 5, wire/later 1 and 9).
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReleaseScene, releaseScene } from '#sandbox/testing/release-scene.ts';
import { rounds } from '../support/arbitraries';

interface ModelUser {
  readonly id: string;
  readonly email: string;
  isRestricted: boolean;
  readonly refreshTokens: Set<string>;
}

interface Model {
  readonly users: Map<string, ModelUser>;
  readonly teams: Map<string, Set<string>>;
}

interface Real extends ReleaseScene {
  /** Whether the release can restrict users. */
  readonly restricts: boolean;
  count: number;
}

type Command = fc.AsyncCommand<Model, Real>;
const password = 'Passw0rd-for-test';

/** Returns the element that a number chooses; undefined if there is none. */
const pick = <T>(items: Iterable<T>, index: number): T | undefined => {
  const all = [...items];
  return all[index % Math.max(all.length, 1)];
};

/** Compares what the service lists with the model. */
async function expectSame(model: Model, real: Real): Promise<void> {
  const query = real.restricts ? '?include_restricted=true' : '';
  const users = (await real.call('server', `GET /users${query}`)).items;
  expect(users.map(({ id }) => id).sort()).toEqual([...model.users.keys()].sort());
  if (real.restricts) {
    const free = [...model.users.values()].filter(({ isRestricted }) => !isRestricted).map(({ id }) => id);
    expect((await real.call('server', 'GET /users')).items.map(({ id }) => id).sort()).toEqual(free.sort());
  }
  const teams = (await real.call('server', 'GET /teams')).items;
  expect(teams.map(({ id }) => id).sort()).toEqual([...model.teams.keys()].sort());
  for (const [team, members] of model.teams) {
    const profiles = (await real.call('server', `GET /team-member-profiles?team_id=${team}`)).items;
    expect(profiles.map(({ user_id }) => user_id).sort()).toEqual([...members].sort());
  }
}

/** A command that calls the service, changes the model as the response says, and compares the two. */
function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await expectSame(model, real);
    },
    toString: () => name,
  };
}

const createUser = command('create a user', async (model, real) => {
  real.count += 1;
  const email = `user-${real.count}@model.example`;
  const { status, json } = await real.call('server', 'POST /users', {
    body: { primary_email: email, primary_email_auth_enabled: true, password },
  });
  expect(status).toBe(201);
  const id = String(json.id);
  model.users.set(id, { id, email, isRestricted: false, refreshTokens: new Set() });
});

const createSameUser = (index: number) =>
  command(`create user ${index} again`, async (model, real) => {
    const user = pick(model.users.values(), index);
    if (user === undefined) return;
    const body = { primary_email: user.email, primary_email_auth_enabled: true };
    expect((await real.call('server', 'POST /users', { body })).known).toBe('USER_EMAIL_ALREADY_EXISTS');
  });

const deleteUser = (index: number) =>
  command(`delete user ${index}`, async (model, real) => {
    const user = pick(model.users.values(), index);
    if (user === undefined) return;
    expect((await real.call('server', `DELETE /users/${user.id}`)).status).toBe(200);
    expect((await real.call('server', `GET /users/${user.id}`)).known).toBe('USER_NOT_FOUND');
    model.users.delete(user.id);
    for (const members of model.teams.values()) members.delete(user.id);
    for (const token of user.refreshTokens) expect((await refresh(real, token)).status).toBe(401);
  });

const restrictUser = (index: number, isRestricted: boolean) =>
  command(`${isRestricted ? 'restrict' : 'free'} user ${index}`, async (model, real) => {
    const user = pick(model.users.values(), index);
    if (user === undefined) return;
    const { status } = await real.call('server', `PATCH /users/${user.id}`, { body: { restricted_by_admin: isRestricted } });
    expect(status).toBe(real.restricts ? 200 : 400);
    if (real.restricts) user.isRestricted = isRestricted;
  });

const signIn = (index: number) =>
  command(`sign user ${index} in`, async (model, real) => {
    const user = pick(model.users.values(), index);
    if (user === undefined) return;
    const { status, json } = await real.call('client', 'POST /auth/password/sign-in', { body: { email: user.email, password } });
    // A restriction ends no session and prevents no sign-in (wire/later 1).
    expect([status, json.user_id]).toEqual([200, user.id]);
    user.refreshTokens.add(String(json.refresh_token));
  });

const refresh = (real: Real, token: string) =>
  real.call('client', 'POST /auth/sessions/current/refresh', { body: {}, headers: { 'x-stack-refresh-token': token } });

const refreshSessions = (index: number) =>
  command(`refresh the sessions of user ${index}`, async (model, real) => {
    const user = pick(model.users.values(), index);
    for (const token of user?.refreshTokens ?? []) expect((await refresh(real, token)).status).toBe(200);
  });

const revokeSessions = (index: number) =>
  command(`revoke the sessions of user ${index}`, async (model, real) => {
    const user = pick(model.users.values(), index);
    if (user === undefined || user.refreshTokens.size === 0) return;
    const { items } = await real.call('server', `GET /auth/sessions?user_id=${user.id}`);
    expect(items).toHaveLength(user.refreshTokens.size);
    for (const { id } of items) expect((await real.call('server', `DELETE /auth/sessions/${id}?user_id=${user.id}`)).status).toBe(200);
    for (const token of user.refreshTokens) expect((await refresh(real, token)).known).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    user.refreshTokens.clear();
  });

const createTeam = (index: number, hasCreator: boolean) =>
  command(`create a team ${hasCreator ? `of user ${index}` : 'without a creator'}`, async (model, real) => {
    const creator = hasCreator ? pick(model.users.keys(), index) : undefined;
    const body = { display_name: 'Team', ...(creator === undefined ? {} : { creator_user_id: creator }) };
    const { status, json } = await real.call('server', 'POST /teams', { body });
    expect(status).toBe(201);
    model.teams.set(String(json.id), new Set(creator === undefined ? [] : [creator]));
  });

const deleteTeam = (index: number) =>
  command(`delete team ${index}`, async (model, real) => {
    const team = pick(model.teams.keys(), index);
    if (team === undefined) return;
    expect((await real.call('server', `DELETE /teams/${team}`)).status).toBe(200);
    model.teams.delete(team);
  });

const changeMembership = (teamIndex: number, userIndex: number, joins: boolean) =>
  command(`${joins ? 'add' : 'remove'} user ${userIndex} ${joins ? 'to' : 'from'} team ${teamIndex}`, async (model, real) => {
    const [team, user] = [pick(model.teams.keys(), teamIndex), pick(model.users.keys(), userIndex)];
    if (team === undefined || user === undefined) return;
    const members = model.teams.get(team) ?? new Set();
    const isMember = members.has(user);
    const path = `/team-memberships/${team}/${user}` as const;
    const { status, known } = joins ? await real.call('server', `POST ${path}`, { body: {} }) : await real.call('server', `DELETE ${path}`);
    if (joins === isMember) {
      expect(known).toBe(joins ? 'TEAM_MEMBERSHIP_ALREADY_EXISTS' : 'TEAM_MEMBERSHIP_NOT_FOUND');
      return;
    }
    expect(status).toBe(joins ? 201 : 200);
    if (joins) members.add(user);
    else members.delete(user);
  });

const index = fc.nat({ max: 7 });
const commands = fc.commands(
  [
    fc.constant(createUser),
    index.map(createSameUser),
    index.map(deleteUser),
    fc.tuple(index, fc.boolean()).map(([at, isRestricted]) => restrictUser(at, isRestricted)),
    index.map(signIn),
    index.map(refreshSessions),
    index.map(revokeSessions),
    fc.tuple(index, fc.boolean()).map(([at, hasCreator]) => createTeam(at, hasCreator)),
    index.map(deleteTeam),
    fc.tuple(index, index, fc.boolean()).map(([team, user, joins]) => changeMembership(team, user, joins)),
  ],
  { maxCommands: 40, size: 'max' },
);

describe.each([
  { release: '2.8.4', restricts: false },
  { release: '2.8.109', restricts: true },
])('$release', ({ release, restricts }) => {
  test('has what the calls before have left', async () => {
    const setUp = async () => ({
      model: { users: new Map(), teams: new Map() },
      real: { ...(await releaseScene(release, { seed: 'empty' })), restricts, count: 0 },
    });
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const { model, real } = await setUp();
        try {
          await fc.asyncModelRun(async () => ({ model, real }), sequence);
        } finally {
          real.sandbox.store.close();
        }
      }),
      { numRuns: rounds(30) },
    );
  });
});
