/** Existing data of a sandbox that requests can refer to: IDs, keys, codes and tokens, read from the store from time to time. */

import { createRepeatableRandom } from '#sandbox/seed/repeatable-random.ts';
import { startSession } from '#sandbox/sessions/access-tokens.ts';
import { findProject } from '#sandbox/stores/project-store.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import type { Chance } from '../arbitraries';

export interface Population {
  /** Returns a value that exists or existed, of the kind that a field with that name contains; undefined for other fields. */
  known(name: string): unknown;
  /** Returns an access token of a user, or an expired one. */
  accessToken(): string;
  adminToken(): string;
  /** Reads everything again, and signs in some users. */
  refresh(): Promise<void>;
}

/** SQL queries for the values of fields, by field name. */
const sources: Readonly<Record<string, string>> = {
  user_id: 'SELECT id AS value FROM users',
  team_id: 'SELECT id AS value FROM teams',
  channel_id: 'SELECT id AS value FROM contact_channels',
  session_id: 'SELECT id AS value FROM sessions',
  code_id: 'SELECT id AS value FROM verification_codes',
  email: 'SELECT value FROM contact_channels',
  code: 'SELECT code AS value FROM verification_codes',
  refresh_token: 'SELECT refresh_token AS value FROM sessions',
  permission_id: "SELECT id AS value FROM permissions UNION SELECT '$read_members'",
  api_key_id: 'SELECT id AS value FROM api_keys UNION SELECT id FROM api_key_sets',
  account: 'SELECT id AS value FROM oauth_accounts',
};

/** Other names of the same fields. */
const alike: Readonly<Record<string, readonly string[]>> = {
  id: ['team_id', 'channel_id', 'session_id', 'code_id', 'permission_id', 'account', 'user_id'],
  creator_user_id: ['user_id'],
  cursor: ['user_id'],
  selected_team_id: ['team_id'],
  contact_channel_id: ['channel_id'],
  primary_email: ['email'],
  recipient_email: ['email'],
  value: ['email'],
  login_code: ['code'],
  polling_code: ['code'],
  contained_permission_ids: ['permission_id'],
};

export function createPopulation(test: TestSandbox, chance: Chance): Population {
  const found = new Map<string, readonly string[]>();
  const tokens: string[] = [];
  const admins: string[] = [];
  const context = { ...test.context, random: createRepeatableRandom(11) };
  const one = (from: readonly string[] | undefined) => (from === undefined || from.length === 0 ? '' : chance.pick(from));
  const signIn = async (projectId: string, into: string[]) => {
    const project = findProject(test.store, projectId);
    const users = test.store.all<{ key: number; id: string }>('SELECT key, id FROM users WHERE project = ? ORDER BY key LIMIT 60', [
      project?.key ?? 0,
    ]);
    if (project === undefined || users.length === 0) return;
    into.push((await startSession(context, project, chance.pick(users))).access_token);
    if (into.length > 20) into.shift();
  };
  return {
    known(name) {
      if (name === 'user_id' && chance.oneIn(3)) return 'me';
      if (name === 'password') return chance.pick(['Analytical-Engine-1843', 'Passw0rd-for-test', 'short']);
      if (name === 'provider_id') return chance.pick(['github', 'gitlab', 'apple', 'discord', 'x']);
      const kind = alike[name] ? chance.pick(alike[name]) : name;
      return found.has(kind) ? one(found.get(kind)) : undefined;
    },
    accessToken: () => one(tokens),
    adminToken: () => one(admins),
    async refresh() {
      for (const [name, sql] of Object.entries(sources)) {
        const from = chance.below(16).toString(16);
        const rows = test.store.all<{ value: string }>(`SELECT value FROM (${sql}) WHERE value >= ? ORDER BY value LIMIT 60`, [from]);
        found.set(
          name,
          rows.map(({ value }) => value),
        );
      }
      for (let times = 0; times < 4; times += 1) await signIn(test.project.id, tokens);
      await signIn('internal', admins);
    },
  };
}
