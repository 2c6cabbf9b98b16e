/** The trusted domains of a project and the switch for localhost, as the value of a draft: a domain has one handler path. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { trimInvisible } from '#contract/text/visible-text.ts';
import { type DomainMatching, domainProblem, isHandlerPath, wwwOf } from './domain-problems';

export interface DomainRow {
  /** Names the row on the screen while its domain is edited. */
  readonly id: number;
  readonly domain: string;
  readonly handlerPath: string;
}

export interface DomainsInput {
  readonly rows: readonly DomainRow[];
  readonly allowsLocalhost: boolean;
}

type Config = Pick<AdminProject['config'], 'domains' | 'allow_localhost'>;

const defaultHandlerPath = '/handler';

/** Returns the value of a draft for what is stored. Of a domain that is stored twice, the last one counts. */
export function storedDomains({ domains, allow_localhost }: Config): JsonValue {
  return { domains: Object.fromEntries(domains.map(({ domain, handler_path }) => [domain, handler_path])), allow_localhost };
}

/** Returns a value as it is edited. */
export function toDomainsInput(value: JsonValue): DomainsInput {
  const { domains, allow_localhost } = value as { domains: Readonly<Record<string, string>>; allow_localhost: boolean };
  const rows = Object.entries(domains).map(([domain, handlerPath], id) => ({ id, domain, handlerPath }));
  return { rows, allowsLocalhost: allow_localhost };
}

/** Returns the value of what was edited; undefined while a row can't be saved. */
export function fromDomainsInput({ rows, allowsLocalhost }: DomainsInput, matching: DomainMatching): JsonValue | undefined {
  if (countWrong(rows, matching) > 0) return undefined;
  const domains = Object.fromEntries(rows.map(({ domain, handlerPath }) => [trimInvisible(domain), trimInvisible(handlerPath)]));
  return { domains, allow_localhost: allowsLocalhost };
}

/** Returns how many rows can't be saved. */
export function countWrong(rows: readonly DomainRow[], matching: DomainMatching): number {
  return rows.filter((row) => rowProblem(rows, row, matching)?.severity === 'error' || !isHandlerPath(row.handlerPath)).length;
}

/** Returns the part of a project update that stores a value. */
export function toDomainsUpdate(value: JsonValue): Config {
  const { rows, allowsLocalhost } = toDomainsInput(value);
  return { domains: rows.map(({ domain, handlerPath }) => ({ domain, handler_path: handlerPath })), allow_localhost: allowsLocalhost };
}

/** Returns the problem of a row among the others. */
export function rowProblem(rows: readonly DomainRow[], { id, domain }: DomainRow, matching: DomainMatching) {
  const others = rows.filter((other) => other.id < id).map((other) => other.domain);
  return domainProblem(domain, others, matching);
}

/** Returns the rows with one more, which is empty unless it has a domain. */
export function withNewRow(rows: readonly DomainRow[], { domain, handlerPath }: Partial<DomainRow> = {}): readonly DomainRow[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  return [...rows, { id, domain: domain ?? '', handlerPath: handlerPath ?? defaultHandlerPath }];
}

/** Returns the domain of a row as it is stored; undefined for a row that is new or edited. */
export function storedDomainOf(row: DomainRow, stored: JsonValue): string | undefined {
  return toDomainsInput(stored).rows.find(({ domain }) => domain === trimInvisible(row.domain))?.domain;
}

/** Returns the domain with `www.` that a row lacks beside it; null for a row that is stored, or needs none. */
export function missingWww(rows: readonly DomainRow[], row: DomainRow, stored: JsonValue, matching: DomainMatching): string | null {
  const isStored = storedDomainOf(row, stored) !== undefined;
  const others = rows.filter(({ id }) => id !== row.id).map(({ domain }) => domain);
  return isStored || rowProblem(rows, row, matching) !== null ? null : wwwOf(row.domain, others, matching);
}
