/** The index of users and teams that Latchkey keeps on this computer, encrypted, for connections that turned it on. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { userOrder, userQuery, userScope } from '../query/user-query';
import { id, millis } from '../service/models/fields';
import { serverTeam, serverUser } from '../service/models/user-models';
import { namedItem } from '../workers/library';

const connectionId = z.string().min(1).max(64);

/** Why an index doesn't get newer at the moment. */
const indexPause = z.enum(['user', 'offline', 'locked', 'rate-limited', 'no-access', 'disk-full']);

/** What an index contains, and what it does at the moment. */
const indexState = z.strictObject({
  connectionId,
  /** `filling` until each page was read once; `updating` during a later full pass; `unavailable` if its file can't be used at the moment. */
  state: z.enum(['filling', 'updating', 'current', 'unavailable']),
  /** Users and teams in it. */
  users: z.int(),
  teams: z.int(),
  /** Users, at least so many, that it doesn't have because they couldn't be read. */
  unread: z.int(),
  /** Part of the pass in progress that is done, 0 to 1; null where the total isn't known, and without a pass. */
  progress: z.number().min(0).max(1).nullable(),
  pause: indexPause.nullable(),
  /** The time (of the service) as of which it was complete; null before that. */
  asOfMillis: millis.nullable(),
  /** Whether it is kept for the time of the process only, because there is no place for its key. */
  isTemporary: z.boolean(),
  /** Set when its file was damaged, of another project, or not decryptable, and it is rebuilt. */
  wasRebuilt: z.boolean(),
});
export type IndexState = z.output<typeof indexState>;

const ofConnection = z.strictObject({ connectionId });

/** How many users match: exactly, or at least so many until counting is done. */
const matchCount = z.strictObject({ count: z.int(), isExact: z.boolean() });

/** Users that match, from a position on, and what the answer is based on. */
const foundUsers = z.strictObject({
  users: z.array(serverUser).readonly(),
  total: matchCount,
  /** Duration of the query in milliseconds. */
  tookMillis: z.number(),
  asOfMillis: millis.nullable(),
  /** Set if the query names teams: when the members of each were read. */
  membersAsOfMillis: millis.nullable(),
});
export type FoundUsers = z.output<typeof foundUsers>;

/** A thing that was found by its name, email, or ID. */
const foundItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), connectionId, user: serverUser }),
  z.strictObject({ kind: z.literal('team'), connectionId, team: serverTeam, members: z.int().nullable() }),
  ...namedItem.options.map((item) => item.extend({ connectionId })),
]);
export type FoundItem = z.output<typeof foundItem>;

export const localIndex = {
  /** The index of each connection that has one. */
  state: topic(z.array(indexState).readonly()),
  /** Resolves to the number of users, if known, and of the requests that filling would take. */
  estimate: call(ofConnection, z.strictObject({ users: z.int().nullable(), requests: z.int().nullable() })),
  /** Creates the index and starts to fill it. Throws `forbidden-by-policy` if the policy forbids it. */
  turnOn: call(ofConnection, z.null()),
  /** Deletes the index and its key. */
  turnOff: call(ofConnection, z.null()),
  pause: call(ofConnection, z.null()),
  resume: call(ofConnection, z.null()),
  /** Starts a full pass. */
  update: call(ofConnection, z.null()),
  /**
   * Resolves to the users of a scope from a position on. Reads the members of teams that the query names, if they weren't read yet. Throws
   * `object-gone` without an index, and `cancelled` when the window asked for something else in the meantime.
   */
  findUsers: call(
    z.strictObject({ connectionId, query: userQuery, order: userOrder, offset: z.int().min(0), limit: z.int().min(1).max(500) }),
    foundUsers,
  ),
  /** Counts the users of queries exactly, such as those of saved views. */
  countUsers: call(z.strictObject({ connectionId, queries: z.array(userQuery).max(50) }), z.array(z.int()).readonly()),
  /**
   * Counts the users of the list that is shown exactly, after `findUsers` could only say how many there are at least. Throws `cancelled` when the
   * window counted or searched for something else in the meantime.
   */
  countMatching: call(z.strictObject({ connectionId, query: userQuery }), z.int()),
  /** Resolves to the IDs of all users of a scope, in its order: a list that stays as it is while the index changes. */
  matchingIds: call(z.strictObject({ connectionId, scope: userScope }), z.array(id).readonly()),
  /** Resolves to one user as the index has it, for reading while the service can't be reached; null if it has none. */
  readUser: call(z.strictObject({ connectionId, userId: id }), z.strictObject({ user: serverUser, asOfMillis: millis }).nullable()),
  /** Finds teams by their names, IDs and metadata, in an order, from a position on. */
  findTeams: call(
    z.strictObject({
      connectionId,
      text: z.string().max(10_000),
      by: z.enum(['name', 'created']),
      desc: z.boolean(),
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
    }),
    z.strictObject({ teams: z.array(serverTeam).readonly(), total: matchCount, asOfMillis: millis.nullable() }),
  ),
  /**
   * Finds users, teams, templates, permissions, and key sets of all connections with an index, or of one: the best of each kind, with the number of
   * users and teams.
   */
  find: call(
    z.strictObject({ text: z.string().min(1).max(10_000), connectionId: connectionId.nullable(), limit: z.int().min(1).max(50) }),
    z.strictObject({
      items: z.array(foundItem).readonly(),
      users: matchCount,
      teams: matchCount,
      asOfMillis: millis.nullable(),
    }),
  ),
  /** Erases what the index has of a user, on all its indexes of the connection's project. The next pass brings the user back if they still exist. */
  erase: call(z.strictObject({ connectionId, userId: id }), z.null()),
};
