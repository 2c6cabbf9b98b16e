/** What a spec and the process of a later release tell each other. */
import type { ProjectAccess } from '../../../src/sandbox/seed/main-projects';

export type ReleaseCommand =
  /** As a project admin does; the reference describes no request for it. */
  { readonly kind: 'restrict'; readonly userId: string; readonly reason: string } | { readonly kind: 'read-requests' };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

export type ReleaseReport =
  | { readonly kind: 'ready'; readonly url: string; readonly projects: { readonly internal: ProjectAccess; readonly demo: ProjectAccess } }
  | { readonly kind: 'done'; readonly requests: readonly SeenRequest[] };
