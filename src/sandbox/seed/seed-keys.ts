/** Seeds keys in every state that a list can show: project key sets, and keys of the first user and team. */

import { formatApiKey } from '../api-keys/api-keys';
import type { Store } from '../database/database';
import { type Random, secretText, uuid } from '../random';
import { createProjectKey } from '../sessions/signing-keys';
import { insertApiKey, type OwnerKind } from '../stores/api-key-store';
import { insertKeySet } from '../stores/key-set-store';

interface SeededKey {
  readonly description: string;
  /** Days from now; no expiry if absent. */
  readonly created: number;
  readonly expires?: number;
  readonly revoked?: number;
  readonly isPublic?: true;
}

const sets: readonly (SeededKey & { readonly expires: number })[] = [
  { description: 'Web application', created: -60, expires: 305 },
  { description: 'Mobile app', created: -84, expires: 6 },
  { description: 'Command line tool', created: -80, expires: -20 },
  { description: 'Pasted into a ticket', created: -50, expires: 315, revoked: -40 },
];

const keys: Readonly<Record<OwnerKind, readonly SeededKey[]>> = {
  user: [
    { description: 'Build server', created: -45 },
    { description: 'Notebook', created: -30, expires: 60 },
    { description: 'Conference demo', created: -70, expires: -63 },
    { description: 'Old notebook', created: -80, revoked: -31 },
    { description: 'Embedded calculator', created: -10, isPublic: true },
  ],
  team: [
    { description: 'Nightly export', created: -40, expires: 325 },
    { description: 'Trial of a supplier', created: -55, expires: -25 },
    { description: 'Former supplier', created: -75, expires: 290, revoked: -26 },
  ],
};

/** Stores the keys. Their secrets differ every time. */
export function seedKeys(store: Store, random: Random, project: number, now: number): void {
  const at = (days: number) => now + days * 86_400_000;
  for (const { description, created, expires, revoked } of sets) {
    insertKeySet(store, {
      id: uuid(random),
      project,
      description,
      createdAt: at(created),
      expiresAt: at(expires),
      ...(revoked === undefined ? {} : { revokedAt: at(revoked) }),
      publishable_client_key: createProjectKey(random, 'pck'),
      secret_server_key: expires > 0 && revoked === undefined ? null : createProjectKey(random, 'ssk'),
      super_secret_admin_key: null,
    });
  }
  for (const kind of ['user', 'team'] as const) {
    const owner = store.one<{ key: number | null }>(`SELECT min(key) AS key FROM ${kind}s WHERE project = ?`, [project])?.key ?? null;
    if (owner === null) continue;
    for (const { description, created, expires, revoked, isPublic = false } of keys[kind]) {
      const id = uuid(random);
      insertApiKey(store, {
        id,
        project,
        kind,
        owner,
        description,
        isPublic,
        createdAt: at(created),
        expiresAt: expires === undefined ? null : at(expires),
        ...(revoked === undefined ? {} : { revokedAt: at(revoked) }),
        value: formatApiKey({ id, kind, secret: secretText(random), isPublic }),
      });
    }
  }
}
