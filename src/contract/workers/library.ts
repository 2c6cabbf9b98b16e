/** Messages between the app and its library worker, which opens the encrypted databases of the profile. */
import { z } from 'zod';
import { userOrder, userQuery } from '../query/user-query';
import { keyEndings } from '../service/models/api-key-models';
import { id, millis } from '../service/models/fields';
import { type ServerTeam, type ServerUser, serverUser } from '../service/models/user-models';
import { openedRecords, recordsRequest } from './records';

/** Users and teams as main parsed them; not validated again. */
const users = z.array(z.custom<ServerUser>());
const teams = z.array(z.custom<ServerTeam>());

/** A field of users that can be read alone. */
export const userField = z.keyof(serverUser);
export type UserField = z.output<typeof userField>;

/** Codes of the worker's failures. `newer`: the file is that of a later version. `gone`: there is no such entry. */
const libraryFaults = ['unavailable', 'damaged', 'newer', 'disk-full', 'busy', 'gone', 'cancelled', 'closed', 'fault'] as const;
export type LibraryFault = (typeof libraryFaults)[number];

/** What an index has by name only. */
export const namedKind = z.enum(['template', 'team-permission', 'project-permission', 'key-set']);
export type NamedKind = z.output<typeof namedKind>;
const named = { id: z.string(), name: z.string() };
/** The name of a key set may be empty. */
export const namedItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('template'), ...named }),
  z.strictObject({ kind: z.literal('team-permission'), ...named }),
  z.strictObject({ kind: z.literal('project-permission'), ...named }),
  z.strictObject({ kind: z.literal('key-set'), ...named, keys: keyEndings }),
]);
export type NamedItem = z.output<typeof namedItem>;

const found = z.strictObject({ query: userQuery, order: userOrder, nowMillis: millis });
const page = { offset: z.int().min(0), limit: z.int().min(1) };

/** Requests about one open index. */
const indexRequest = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('state') }),
  /** Starts a full pass, or goes on with one that isn't done. */
  z.strictObject({ op: z.literal('start-pass'), startedAtMillis: millis }),
  /** Stores a page of the pass, and where the next one starts; null after the last one. `omitted` users of it couldn't be read. */
  z.strictObject({ op: z.literal('put-page'), users, omitted: z.int().min(0), next: z.string().nullable() }),
  /** Returns the IDs that the pass has read last, newest first. */
  z.strictObject({ op: z.literal('last-read'), ...page }),
  /** Returns IDs that the pass hasn't read. */
  z.strictObject({ op: z.literal('missing'), limit: z.int().min(1) }),
  /** Ends the pass: the index is complete as of its start. */
  z.strictObject({ op: z.literal('finish-pass') }),
  /** Ends the pass without that, because the service's list had no end. */
  z.strictObject({ op: z.literal('abandon-pass') }),
  /** Stores users outside a pass's pages. Returns how many of them it had. */
  z.strictObject({ op: z.literal('put-users'), users }),
  z.strictObject({ op: z.literal('remove-users'), ids: z.array(z.string()) }),
  /** Removes a user who still exists and can no longer be read. */
  z.strictObject({ op: z.literal('drop-unread'), id: z.string() }),
  /** Replaces all teams. */
  z.strictObject({ op: z.literal('put-teams'), teams }),
  z.strictObject({ op: z.literal('put-team'), team: z.custom<ServerTeam>() }),
  z.strictObject({ op: z.literal('remove-team'), id: z.string() }),
  /** Replaces all items of a kind. */
  z.strictObject({ op: z.literal('put-named'), kind: namedKind, items: z.array(namedItem) }),
  /** Replaces the members of a team. */
  z.strictObject({ op: z.literal('put-members'), teamId: z.string(), userIds: z.array(z.string()), asOfMillis: millis }),
  /** Changes a membership of a team whose members were read. */
  z.strictObject({ op: z.literal('set-member'), teamId: z.string(), userId: z.string(), isMember: z.boolean() }),
  /** Returns when the members of each team were read; null for those that weren't. */
  z.strictObject({ op: z.literal('members-as-of'), teamIds: z.array(z.string()) }),
  /** Notes what has to be read again, such as the ID of a user: also the next process does it. */
  z.strictObject({ op: z.literal('put-stale'), ids: z.array(z.string()) }),
  z.strictObject({ op: z.literal('drop-stale'), ids: z.array(z.string()) }),
  z.strictObject({ op: z.literal('stale') }),
  z.strictObject({ op: z.literal('find'), ...found.shape, ...page }),
  z.strictObject({ op: z.literal('count'), queries: z.array(userQuery), nowMillis: millis }),
  z.strictObject({ op: z.literal('ids'), ...found.shape }),
  /** Returns the rows of all users that match, and their IDs, in their order. A row may be that of another user later. */
  z.strictObject({ op: z.literal('rows'), ...found.shape }),
  /** Returns the users of these IDs, without those that it doesn't have: with `fields`, only these of each, besides its ID, address, and name. */
  z.strictObject({ op: z.literal('read-users'), ids: z.array(id), fields: z.array(userField).optional() }),
  /** The same by rows, which is faster for many. */
  z.strictObject({ op: z.literal('read-rows'), rids: z.array(z.int()), fields: z.array(userField).optional() }),
  z.strictObject({ op: z.literal('find-teams'), text: z.string(), by: z.enum(['name', 'created']), desc: z.boolean(), ...page }),
  /** Finds the best users, teams, and named items of each kind for the palette. */
  z.strictObject({ op: z.literal('find-any'), text: z.string(), limit: z.int().min(1), nowMillis: millis }),
]);
export type IndexRequest = z.output<typeof indexRequest>;

/** The file of an index, its key (64 hexadecimal digits), and what it has to be about: a file about anything else is rebuilt. */
const opened = z.strictObject({ op: z.literal('open'), path: z.string(), key: z.string().regex(/^[0-9a-f]{64}$/), subject: z.string() });
export type OpenIndex = Omit<z.output<typeof opened>, 'op'>;

/** A request, with the path of its database. `cancel` ends another request early, by its ID. */
export const libraryRequest = z.union([
  // The most frequent ones first.
  z.strictObject({ id: z.int(), path: z.string(), request: z.discriminatedUnion('op', [indexRequest, recordsRequest]) }),
  z.strictObject({ id: z.int(), request: z.discriminatedUnion('op', [opened, openedRecords]) }),
  z.strictObject({ id: z.int(), path: z.string(), request: z.strictObject({ op: z.enum(['close', 'delete']) }) }),
  z.strictObject({ id: z.int(), request: z.strictObject({ op: z.literal('cancel'), target: z.int() }) }),
]);
export type LibraryRequest = z.output<typeof libraryRequest>;

export const libraryResponse = z.union([
  z.strictObject({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ id: z.int(), ok: z.literal(false), fault: z.enum(libraryFaults) }),
]);
export type LibraryResponse = z.output<typeof libraryResponse>;

/** How many match: exactly, or at least so many. */
export interface MatchCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** What an index contains, and where its pass is. */
export interface StoredState {
  readonly users: number;
  readonly teams: number;
  /** The time of the service when the pass started that read everything; null before the first one. */
  readonly asOfMillis: number | null;
  /** Users, at least so many, that exist and couldn't be read, because they are too large for a response or can't be parsed. */
  readonly unread: number;
  /** The pass in progress: null without one, `next` null when only missing users are left to ask for. */
  readonly pass: { readonly startedAtMillis: number; readonly next: string | null; readonly isRead: boolean; readonly read: number } | null;
  /** Whether the file was created at this opening in place of one that couldn't be used. */
  readonly wasRebuilt: boolean;
}

/** The results of requests, by their names. Users and teams are JSON. */
export interface IndexResults {
  readonly state: StoredState;
  readonly 'start-pass': StoredState;
  /** How many of the page's users the pass hadn't read before. */
  readonly 'put-page': { readonly added: number };
  readonly 'last-read': readonly string[];
  readonly missing: readonly string[];
  readonly 'finish-pass': null;
  readonly 'abandon-pass': null;
  readonly 'put-users': { readonly known: number };
  readonly 'remove-users': null;
  readonly 'drop-unread': null;
  readonly 'put-teams': null;
  readonly 'put-team': null;
  readonly 'remove-team': null;
  readonly 'put-named': null;
  readonly 'put-members': null;
  readonly 'set-member': null;
  readonly 'members-as-of': readonly (number | null)[];
  readonly 'put-stale': null;
  readonly 'drop-stale': null;
  readonly stale: readonly string[];
  readonly find: { readonly users: readonly string[]; readonly total: MatchCount };
  readonly count: readonly number[];
  readonly ids: readonly string[];
  /** Both as JSON, which crosses faster than lists do. */
  readonly rows: { readonly rids: string; readonly ids: string };
  /** Lists, each with some of them. */
  readonly 'read-users': readonly string[];
  readonly 'read-rows': readonly string[];
  readonly 'find-teams': { readonly teams: readonly string[]; readonly total: MatchCount };
  readonly 'find-any': {
    readonly users: readonly string[];
    readonly userTotal: MatchCount;
    readonly teams: readonly string[];
    readonly teamTotal: MatchCount;
    readonly named: readonly NamedItem[];
  };
}
