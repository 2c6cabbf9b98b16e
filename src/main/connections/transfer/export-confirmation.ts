/** The confirmation that users read before a page in a browser gets the sealed keys of all connections. */
import type { Translator } from '../../../messages/translator';
import type { HostConfirmation } from '../../ports';
import { plainText } from '../../runtime/plain-text';
import type { ConnectionRecord } from '../records/connections-file';

/** Maximum number of connections that are listed by name. */
const maxNames = 5;

/** Returns the confirmation. */
export function exportConfirmation({ t }: Translator, records: readonly ConnectionRecord[]): HostConfirmation {
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
