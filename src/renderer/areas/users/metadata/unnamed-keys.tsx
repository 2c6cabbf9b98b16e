import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { pathText } from '#parts/conflict/json-changes.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { unnamedKeys } from '../metadata-form/field-value';
import type { FormField } from '../metadata-form/form-fields';
import type { KindDraft } from './use-kind-draft';

interface UnnamedKeysProps {
  of: KindDraft;
  fields: readonly FormField[];
  view: 'form' | 'json';
  onEditJson: () => void;
}

const maxShown = 5;

/** Keys of the metadata that its schema doesn't name: the form keeps them, and can't show them. */
export function UnnamedKeys({ of: { draft }, fields, view, onEditJson }: UnnamedKeysProps) {
  const { t, locale } = useMessages();
  const keys = unnamedKeys(draft.parsed.value ?? null, fields);
  if (keys.length === 0 || view !== 'form') return null;
  const shown = keys.slice(0, maxShown).map(pathText);
  const more = keys.length - shown.length;
  const names = formatNames(more > 0 ? [...shown, t('users.form.unnamed.more', { count: more })] : shown, locale);
  return (
    <Callout
      tone="neutral"
      title={t('users.form.unnamed', { count: keys.length })}
      action={
        <Button size="sm" onClick={onEditJson}>
          {t('users.form.unnamed.edit')}
        </Button>
      }
    >
      {t('users.form.unnamed.text', { count: keys.length, names })}
    </Callout>
  );
}
