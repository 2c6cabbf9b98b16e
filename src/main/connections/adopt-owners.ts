/** Finds owners for connections that have lost theirs. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { createTurns } from '../storage/turns';
import type { Connections } from './connections';
import { orphansFor, withFormerAccounts } from './owner';

export interface AdoptOwnersDeps {
  readonly connections: Pick<Connections, 'records' | 'nameOwners' | 'adoptOwned'>;
  readonly accounts: () => readonly Account[];
  /** IDs of the projects that the user of an account owns. Fails with the codes of a call. */
  readonly projectsOf: (account: Account) => Promise<readonly string[]>;
}

/**
 * Creates a function to be called after a start and after each change of the accounts. An orphaned connection gets the first
 * signed-in user whose projects include it; each account is asked once for each of them, and again after a failed request.
 */
export function createAdoptOwners({ connections, accounts, projectsOf }: AdoptOwnersDeps): () => Promise<void> {
  const inTurn = createTurns();
  const asked = new Set<string>();

  const adoptFor = async (account: Account): Promise<void> => {
    const orphans = orphansFor(account, connections.records()).filter(({ id }) => !asked.has(`${account.id} ${id}`));
    if (account.state !== 'signed-in' || orphans.length === 0) return;
    const projectIds = new Set(await projectsOf(account));
    for (const { id } of orphans) asked.add(`${account.id} ${id}`);
    if (orphans.some(({ projectId }) => projectIds.has(projectId))) await connections.adoptOwned(account, projectIds);
  };

  const nameFormer = async (): Promise<void> => {
    const records = connections.records();
    if (withFormerAccounts(records, accounts()).some((record, at) => record !== records[at])) await connections.nameOwners(accounts());
  };

  return () =>
    inTurn(async () => {
      await nameFormer().catch(onlyOurs);
      for (const account of accounts()) await adoptFor(account).catch(onlyOurs);
    });
}

function onlyOurs(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown;
}
