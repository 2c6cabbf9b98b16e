/** Exports all connections with their keys to a sealed file. */
import type { SealedExport } from '#contract/bridge/sealed-connections.ts';
import { fail } from '#contract/errors.ts';
import { isLongEnough } from '#contract/sealed-format.ts';
import type { Translator } from '#messages/translator.ts';
import type { HostConfirmations } from '../../callback/host-confirmations';
import type { Caller } from '../../ports/caller';
import type { HostConfirmation, Ports } from '../../ports/ports';
import { itemsOf, readAll } from '../../records/connection-changes';
import type { Connections } from '../../records/connections';
import type { ConnectionRecord } from '../../records/connections-file';
import { destinationOfRecord } from '../../records/destination';
import { plainText } from '../../runtime/plain-text';
import type { KeyCost } from '../../sealing/passphrase-key';
import { displayPath, replacePrivateFile, resolveFile } from '../../storage/chosen-file';
import { entryOf } from './import-entries';
import { type EntryWithKeys, listText, seal } from './sealed-list';

export interface SealedExportDeps {
  readonly connections: Pick<Connections, 'records' | 'targetOf'>;
  readonly hostConfirmations: HostConfirmations;
  readonly translator: () => Translator;
  readonly ports: Pick<Ports, 'chooseExportFile' | 'random'>;
  /** Throws `forbidden-by-policy` while the policy forbids exports, or revealing secrets. */
  readonly assertPermitted: () => void;
  /** Runs one task at a time, because each needs much memory. */
  readonly inTurn: <R>(task: () => Promise<R>) => Promise<R>;
  readonly cost?: KeyCost | undefined;
}

/**
 * Exports the connections that these records are of. A compromised page could choose the passphrase itself, so the user agrees outside the page:
 * by choosing the file, which the page never gets, or else by a confirmation. Throws `connection-changed` if another connection would be
 * exported by then, or one that requires presence since, and `forbidden-by-policy`.
 */
export async function exportSealed(
  deps: SealedExportDeps,
  passphrase: string,
  agreed: readonly ConnectionRecord[],
  caller: Caller,
): Promise<SealedExport> {
  if (!isLongEnough(passphrase)) throw fail('passphrase-too-short');
  const { chooseExportFile } = deps.ports;
  if (chooseExportFile === null) {
    const confirmation = exportConfirmation(deps.translator(), agreed);
    await deps.hostConfirmations.request(confirmation, caller, new AbortController().signal);
    return { outcome: 'sealed', ...(await sealAll(deps, passphrase, agreed)) };
  }
  const chosen = await chooseExportFile(caller);
  if (chosen === null) return { outcome: 'canceled' };
  const path = await resolveFile(chosen);
  const { text, ...counts } = await sealAll(deps, passphrase, agreed);
  await replacePrivateFile(path, text);
  return { outcome: 'saved', path: displayPath(path), ...counts };
}

async function sealAll(
  { connections, ports, assertPermitted, inTurn, cost }: SealedExportDeps,
  passphrase: string,
  agreed: readonly ConnectionRecord[],
) {
  // The policy may have come while the user agreed.
  assertPermitted();
  const records = connections.records();
  if (facts(records) !== facts(agreed)) throw fail('connection-changed');
  const entries: EntryWithKeys[] = [];
  const withoutKeys: string[] = [];
  for (const record of records) {
    const entry = entryOf(record);
    if (entry === null) continue;
    const keys = await readAll((await connections.targetOf(record)).keys);
    if (Object.keys(keys).length < itemsOf(record).length) withoutKeys.push(record.name);
    entries.push({ ...entry, keys });
  }
  const text = await inTurn(() => seal(listText(entries), passphrase, ports.random, cost));
  // Reading keys and sealing them takes time.
  assertPermitted();
  return { text, count: entries.length, withoutKeys };
}

/** Returns what the user agreed to, in any order. */
function facts(records: readonly ConnectionRecord[]): string {
  return records
    .map((record) => JSON.stringify([record.id, record.name, destinationOfRecord(record), record.requirePresence]))
    .sort()
    .join();
}

/** Maximum number of connections that are listed by name. */
const maxNames = 5;

function exportConfirmation({ t }: Translator, records: readonly ConnectionRecord[]): HostConfirmation {
  const names = records.filter(({ kind }) => kind === 'project').map(({ name }) => name);
  const rest = names.length - maxNames;
  const value = plainText(names.slice(0, maxNames).join(', '));
  return {
    title: t('confirm.export.title'),
    facts: [
      { label: t('confirm.export.connections'), value: rest > 0 ? t('confirm.export.and-more', { names: value, count: rest }) : value },
    ],
    consequences: [t('confirm.export.access'), t('confirm.export.passphrase')],
    confirmLabel: t('confirm.export.save'),
    cancelLabel: t('ui.cancel'),
  };
}
