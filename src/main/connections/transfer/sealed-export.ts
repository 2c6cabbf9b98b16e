/** Exports all connections with their keys to a sealed file. */
import { fail } from '../../../contract/errors';
import type { SealedExport } from '../../../contract/transfer/sealed-connections';
import { isLongEnough } from '../../../contract/transfer/sealed-format';
import type { Callback } from '../../callback/create-callback';
import type { Ports } from '../../ports';
import type { Caller } from '../../runtime/caller';
import type { KeyCost } from '../../sealing/passphrase-key';
import { displayPath, replacePrivateFile, resolveFile } from '../../storage/chosen-file';
import { itemsOf } from '../records/connection-changes';
import { readAll } from '../records/connection-edits';
import type { Connections } from '../records/connections';
import { exportConfirmation } from './export-confirmation';
import { entryOf } from './import-entries';
import { seal } from './seal';
import { type EntryWithKeys, listText } from './sealed-list';

export interface SealedExportDeps {
  readonly connections: Pick<Connections, 'records' | 'targetOf'>;
  readonly callback: Pick<Callback, 'translator' | 'hostConfirmations'>;
  readonly ports: Pick<Ports, 'chooseExportFile' | 'random'>;
  /** Runs one task at a time, because each needs much memory. */
  readonly inTurn: <R>(task: () => Promise<R>) => Promise<R>;
  readonly cost?: KeyCost | undefined;
}

/**
 * Exports the connections. A compromised page could choose the passphrase itself, so the user agrees outside the page: by choosing the file,
 * which the page never gets, or else by a confirmation.
 */
export async function exportSealed(deps: SealedExportDeps, passphrase: string, caller: Caller): Promise<SealedExport> {
  if (!isLongEnough(passphrase)) throw fail('passphrase-too-short');
  const { chooseExportFile } = deps.ports;
  if (chooseExportFile === null) {
    const { connections, callback } = deps;
    const confirmation = exportConfirmation(callback.translator(), connections.records());
    await callback.hostConfirmations.request(confirmation, caller, new AbortController().signal);
    return { outcome: 'sealed', ...(await sealAll(deps, passphrase)) };
  }
  const chosen = await chooseExportFile(caller);
  if (chosen === null) return { outcome: 'canceled' };
  const path = await resolveFile(chosen);
  const { text, ...counts } = await sealAll(deps, passphrase);
  await replacePrivateFile(path, text);
  return { outcome: 'saved', path: displayPath(path), ...counts };
}

async function sealAll({ connections, ports, inTurn, cost }: SealedExportDeps, passphrase: string) {
  const entries: EntryWithKeys[] = [];
  const withoutKeys: string[] = [];
  for (const record of connections.records()) {
    const entry = entryOf(record);
    if (entry === null) continue;
    const keys = await readAll((await connections.targetOf(record)).keys);
    if (Object.keys(keys).length < itemsOf(record).length) withoutKeys.push(record.name);
    entries.push({ ...entry, keys });
  }
  const text = await inTurn(() => seal(listText(entries), passphrase, ports.random, cost));
  return { text, count: entries.length, withoutKeys };
}
