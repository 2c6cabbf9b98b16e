/** A difference of a later release from the sandbox, and the exchange in which it shows. */
import type { AccessType } from '#contract/definitions.ts';
import type { ProjectKeys } from '#sandbox/stores/key-set-store.ts';
import type { ReleaseState } from './state';

/** A request below `/api/v1`. */
export interface ServiceRequest {
  readonly method: string;
  /** Below `/api/v1`, as it was sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A response with its real status; the override header is dealt with at the very end. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface Exchange {
  readonly release: string;
  readonly request: ServiceRequest;
  /** URL of the request as the client sent it. */
  readonly url: URL;
  /** Values of the placeholders of the change's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly state: ReleaseState;
  readonly keysOf: (projectId: string) => ProjectKeys | undefined;
  /** Passes the request on to the remaining changes and finally to the sandbox, with what is replaced in it. */
  forward(replaced?: Partial<ServiceRequest>): Promise<ServiceResponse>;
  /** Sends another request to the sandbox, past all changes. */
  ask(request: Pick<ServiceRequest, 'method' | 'path'> & Partial<ServiceRequest>): Promise<ServiceResponse>;
  /** Headers with the project's own key of that access type. Throws when the keys of the project are not known. */
  projectHeaders(access: AccessType, projectId?: string): Readonly<Record<string, string>>;
}

export interface Change {
  /** Where the fact is written: a page of the wire reference and its row. */
  readonly source: string;
  /** First release that responds like this, and the first that no longer does. */
  readonly since: string;
  readonly until?: string;
  /** All methods where it is absent. */
  readonly method?: string;
  /** A path below `/api/v1` with `{placeholders}`; every path where it is absent. */
  readonly path?: string;
  /** Responds itself, or forwards the request and edits the response. May throw a `Failure` of the sandbox. */
  respond(exchange: Exchange): Promise<ServiceResponse>;
}

/** The placeholders' values where the path fits the template; null where it does not. */
export function matchPath(template: string, path: string): Readonly<Record<string, string>> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const found = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
}
