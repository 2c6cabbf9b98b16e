import { SquareArrowOutUpRight } from 'lucide-react';
import { useForbiddenReason } from '#data/policy.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import styles from './source.module.css';
import { type ExternalEdit, useExternalEdit } from './use-external-edit';

interface SourceFieldProps {
  /** What the source is of. */
  name: string;
  help: string;
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** The TSX source of a template, a theme, or a draft, which another program can edit instead. */
export function SourceField({ name, help, value, isReadOnly, onChange }: SourceFieldProps) {
  const { t } = useMessages();
  const outside = useExternalEdit({ name, value, onChange });
  return (
    <div className={styles.fields}>
      <Field
        label={t('email.template.tsx')}
        help={<SourceHelp help={help} outside={outside} />}
        aside={<OutsideButton outside={outside} isReadOnly={isReadOnly} />}
      >
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            // The name of the file is below, and is needed now.
            rows={outside.edit === null ? 26 : 14}
            className={styles.source}
            value={value}
            readOnly={isReadOnly || outside.isStarting || outside.edit !== null}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <ErrorCallout report={outside.failure} />
    </div>
  );
}

function SourceHelp({ help, outside: { edit, isUnreadable } }: { help: string; outside: ExternalEdit }) {
  const { t } = useMessages();
  if (edit === null) return help;
  const { path, isOpened } = edit;
  const key = isUnreadable ? 'unreadable' : isOpened ? 'help' : 'unopened';
  return <span role="status">{t(`email.source.outside.${key}`, { path })}</span>;
}

function OutsideButton({ outside: { edit, isStarting, start, stop }, isReadOnly }: { outside: ExternalEdit; isReadOnly: boolean }) {
  const { t } = useMessages();
  const forbidden = useForbiddenReason('export');
  const { data: info } = useAppInfo();
  const inBrowser = info?.canOpenFiles === false ? t('settings.reason.browser') : undefined;
  if (edit !== null) {
    return (
      <Button size="sm" onClick={stop}>
        {t('email.source.outside.stop')}
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      icon={SquareArrowOutUpRight}
      busy={isStarting}
      disabledReason={inBrowser ?? forbidden ?? (isReadOnly ? t('email.source.outside.read-only') : undefined)}
      onClick={start}
    >
      {t('email.source.outside.open')}
    </Button>
  );
}
