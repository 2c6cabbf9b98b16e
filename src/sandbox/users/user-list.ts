/** Listing users: paging, search and team filter (wire/endpoints 4.2), without reading more rows than a page needs. */
import { id } from '#contract/service/models/fields.ts';
import { foldCase } from '../database/columns';
import type { Store, Value } from '../database/database';

export interface UserListQuery {
  readonly project: number;
  readonly limit: number;
  /** ID of the first user of the page. */
  readonly cursor?: string | undefined;
  readonly desc: boolean;
  /** By sign-up, unless by the last activity. */
  readonly byActivity?: boolean | undefined;
  /** Leaves out users whose primary email is of one of these domains, in lower case. */
  readonly excludedDomains?: readonly string[] | undefined;
  readonly query?: string | undefined;
  /** Whether an ID is found without characters of the query that no ID has. */
  readonly findsBareIds?: boolean | undefined;
  readonly teamId?: string | undefined;
  /** True for only anonymous users, false for only others. */
  readonly anonymous?: boolean | undefined;
  /** Leaves restricted users out: those of an admin, and if it says so those whose email isn't verified. */
  readonly restricted?: { readonly needsVerifiedEmail: boolean } | undefined;
}

interface Plan {
  readonly from: string;
  readonly where: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** Maximum number of matches that are collected and sorted. For more, walking the list in order fills a page sooner. */
const sortableHits = 8000;

/**
 * Returns the keys of the page's users in order, none for an unknown cursor or team.
 *
 * In the query, `%` and `_` are wildcards and `\` escapes the next character, as in PostgreSQL's ILIKE.
 */
export function listUserKeys(store: Store, list: UserListQuery): number[] {
  const time = list.byActivity === true ? 'last_active_at' : 'signed_up_at';
  const start = list.cursor === undefined ? null : positionOf(store, list.project, list.cursor, time);
  if (start === undefined) return [];
  const plan = list.query === undefined || list.query === '' ? allUsersPlan : searchPlan(store, list);
  const order = list.desc ? 'DESC' : 'ASC';
  const sql = `SELECT u.key FROM ${plan.from}
    WHERE u.project = :project ${plan.where} ${list.anonymous === undefined ? '' : `AND u.is_anonymous = ${Number(list.anonymous)}`}
      ${restrictedFilter(list)} ${domainFilter(list)}
      ${start === null ? '' : `AND (u.${time}, u.key) ${list.desc ? '<=' : '>='} (:startTime, :startKey)`}
      ${list.teamId === undefined ? '' : 'AND u.key IN (SELECT m.user FROM memberships m JOIN teams t ON t.key = m.team WHERE t.id = :team)'}
    ORDER BY u.${time} ${order}, u.key ${order} LIMIT :limit`;
  const rows = store.all<{ key: number }>(sql, {
    project: list.project,
    limit: list.limit,
    ...plan.values,
    ...(start === null ? {} : { startTime: start.time, startKey: start.key }),
    ...(list.teamId === undefined ? {} : { team: list.teamId.toLowerCase() }),
    ...Object.fromEntries((list.excludedDomains ?? []).map((domain, index) => [`domain${index}`, `@${domain}`])),
  });
  return rows.map((row) => row.key);
}

function restrictedFilter({ restricted }: UserListQuery): string {
  if (restricted === undefined) return '';
  const verified = 'EXISTS (SELECT 1 FROM contact_channels v WHERE v.user = u.key AND v.is_primary = 1 AND v.is_verified = 1)';
  return `AND u.restricted_by_admin = 0 ${restricted.needsVerifiedEmail ? `AND ${verified}` : ''}`;
}

function domainFilter({ excludedDomains = [] }: UserListQuery): string {
  if (excludedDomains.length === 0) return '';
  const ofDomains = excludedDomains.map((_domain, index) => `substr(d.value_folded, -length(:domain${index})) = :domain${index}`);
  return `AND NOT EXISTS (SELECT 1 FROM contact_channels d WHERE d.user = u.key AND d.is_primary = 1 AND (${ofDomains.join(' OR ')}))`;
}

type Time = 'signed_up_at' | 'last_active_at';

function positionOf(store: Store, project: number, id: string, time: Time): { readonly time: number; readonly key: number } | undefined {
  return store.one(`SELECT ${time} AS time, key FROM users WHERE id = ? AND project = ?`, [id.toLowerCase(), project]);
}

const allUsersPlan: Plan = { from: 'users u', where: '', values: {} };

/** The indices only support LIKE without ESCAPE: they find matches of `loose`, which `like` filters. */
const hits = `
  SELECT rowid AS key FROM user_names WHERE display_name_folded LIKE :loose AND display_name_folded LIKE :like ESCAPE '\\'
  UNION SELECT c.user FROM channel_values v CROSS JOIN contact_channels c ON c.key = v.rowid
    WHERE v.value_folded LIKE :loose AND c.value_folded LIKE :like ESCAPE '\\'
  UNION SELECT key FROM users WHERE id = :id`;

function searchPlan(store: Store, { query = '', byActivity, ...list }: UserListQuery): Plan {
  const like = `%${foldCase(query)}%`;
  const loose = like.replace(/\\(.)/gs, '$1');
  const named = list.findsBareIds === true ? query.replace(/[^\w.-]/g, '') : query;
  if (isId(named) || (hasTrigram(loose) && countHits(store, loose) <= sortableHits)) {
    return { from: `(${hits}) hit CROSS JOIN users u ON u.key = hit.key`, where: '', values: { like, loose, id: named.toLowerCase() } };
  }
  const text = `u.display_name_folded LIKE :like ESCAPE '\\'
    OR EXISTS (SELECT 1 FROM contact_channels c WHERE c.user = u.key AND c.value_folded LIKE :like ESCAPE '\\')`;
  return { from: byActivity === true ? 'users u' : 'users u INDEXED BY users_in_order', where: `AND (${text})`, values: { like } };
}

/** Whether a text is an ID, which has to match completely. */
function isId(text: string): boolean {
  return id.safeParse(text).success;
}

/** Whether the pattern has three literal characters in a row, which the trigram indices require. */
function hasTrigram(pattern: string): boolean {
  return pattern.split(/[%_]/).some((run) => [...run].length >= 3);
}

function countHits(store: Store, loose: string): number {
  const sql = `SELECT
    (SELECT count(*) FROM (SELECT 1 FROM user_names WHERE display_name_folded LIKE :loose LIMIT :cap)) +
    (SELECT count(*) FROM (SELECT 1 FROM channel_values WHERE value_folded LIKE :loose LIMIT :cap)) AS count`;
  return store.one<{ count: number }>(sql, { loose, cap: sortableHits + 1 })?.count ?? 0;
}
