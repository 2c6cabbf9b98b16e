/** Names of users and teams that recent responses had, so that entries say whom they are about without a request of their own. */
import type { Endpoint } from '#contract/definitions.ts';
import { type Fields, fieldsOf, itemsOf } from '#contract/journal/changed-fields.ts';
import { catalog } from '#contract/service/index.ts';

type NamedKind = 'user' | 'team';

export interface KnownNames {
  /** Takes the names from the response of a read or a write at a service and project. */
  learn(endpoint: Endpoint, destination: string | undefined, value: unknown): void;
  /** Returns what a user or a team was called last; undefined if that isn't known. */
  nameOf(destination: string | undefined, kind: NamedKind, id: string): string | undefined;
  /** Drops the name of one user or team, as when what is kept about a user is erased. */
  drop(destination: string, id: string): void;
  /** Drops the names of the services and projects that aren't among these, or all of them. */
  keep(destinations: readonly (string | null)[]): void;
}

const maxNames = 5_000;
const maxLength = 1_000;

/** Returns the objects of a response: the items of its list, or itself. */
const objectsIn = (value: unknown): readonly Fields[] => {
  const { items } = fieldsOf(value);
  return Array.isArray(items) ? itemsOf(items) : [fieldsOf(value)];
};

type Found = readonly [kind: NamedKind, id: unknown, ...names: unknown[]];

const userIn = ({ id, display_name, primary_email }: Fields): Found => ['user', id, display_name, primary_email];
const teamIn = ({ id, display_name }: Fields): Found => ['team', id, display_name];
/** A team also lists its members by their profiles, of which projects get the users. */
const memberIn = ({ user }: Fields): Found => userIn(fieldsOf(user));
const invitedIn = ({ team_id, team_display_name }: Fields): Found => ['team', team_id, team_display_name];

const { users, teams } = catalog;
const sources = new Map<Endpoint, (item: Fields) => Found>([
  ...[users.list, users.read, users.me, users.create, users.update, users.updateMe].map((each) => [each, userIn] as const),
  ...[teams.list, teams.read, teams.create, teams.update].map((each) => [each, teamIn] as const),
  ...[teams.profiles, teams.profile].map((each) => [each, memberIn] as const),
  ...[teams.invitations, teams.invitationsForMe].map((each) => [each, invitedIn] as const),
]);

/** Creates the names, none at first. They are in memory only. */
export function createKnownNames(): KnownNames {
  const known = new Map<string, { readonly destination: string; readonly name: string }>();
  const keyOf = (destination: string, kind: NamedKind, id: string) => JSON.stringify([destination, kind, id]);
  return {
    learn(endpoint, destination, value) {
      const source = sources.get(endpoint);
      if (source === undefined || destination === undefined) return;
      for (const [kind, id, ...names] of objectsIn(value).map(source)) {
        const name = names.find((text) => typeof text === 'string' && text !== '') as string | undefined;
        if (typeof id !== 'string' || id === '' || id.length > maxLength) continue;
        const key = keyOf(destination, kind, id);
        known.delete(key);
        if (name !== undefined) known.set(key, { destination, name: name.slice(0, maxLength) });
      }
      for (const [oldest] of known) {
        if (known.size <= maxNames) break;
        known.delete(oldest);
      }
    },
    nameOf: (destination, kind, id) => (destination === undefined ? undefined : known.get(keyOf(destination, kind, id))?.name),
    drop(destination, id) {
      for (const kind of ['user', 'team'] as const) known.delete(keyOf(destination, kind, id));
    },
    keep(destinations) {
      for (const [key, { destination }] of known) if (!destinations.includes(destination)) known.delete(key);
    },
  };
}
