/** Assigns owners to connections that have lost theirs. */
import type { Account } from '#contract/bridge/accounts.ts';
import { nullForAppError } from '#contract/errors.ts';
import { orphansFor, withFormerAccounts } from '../records/connection-additions';
import type { Connections } from '../records/connections';
import { createTaskQueue } from '../storage/task-queue';

export interface AdoptOwnersDeps {
  readonly connections: Pick<Connections, 'records' | 'nameOwners' | 'adoptOwned'>;
  readonly accounts: () => readonly Account[];
  /** Returns the name of an account's token set, which each sign-in replaces. */
  readonly tokenSetOf: (accountId: string) => string | undefined;
  /** Returns the IDs of the projects that the user of an account owns. Throws the codes of a call. */
  readonly projectsOf: (account: Account) => Promise<readonly string[]>;
}

/**
 * Creates a function to call after a start and after each change of the accounts. An orphaned connection is assigned to the first signed-in
 * user whose projects include it. The projects of an account are requested once after each sign-in, once more for a connection that was
 * orphaned later, and again after a failed request.
 */
export function createAdoptOwners({ connections, accounts, tokenSetOf, projectsOf }: AdoptOwnersDeps): () => Promise<void> {
  const inTurn = createTaskQueue();
  const checked = new Set<string>();

  const adoptFor = async (account: Account): Promise<void> => {
    const keyOf = (connectionId: string) => `${tokenSetOf(account.id)} ${connectionId}`;
    const orphans = orphansFor(account, connections.records()).filter(({ id }) => !checked.has(keyOf(id)));
    if (account.state !== 'signed-in' || orphans.length === 0) return;
    const projectIds = new Set(await projectsOf(account));
    for (const { id } of orphans) checked.add(keyOf(id));
    if (orphans.some(({ projectId }) => projectIds.has(projectId))) await connections.adoptOwned(account, projectIds);
  };

  const nameFormer = async (): Promise<void> => {
    const records = connections.records();
    if (withFormerAccounts(records, accounts()).some((record, at) => record !== records[at])) await connections.nameOwners(accounts());
  };

  return () =>
    inTurn(async () => {
      await nameFormer().catch(nullForAppError);
      for (const account of accounts()) await adoptFor(account).catch(nullForAppError);
    });
}
