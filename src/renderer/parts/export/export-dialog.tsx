import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { type ExportFormat, type ExportKind, type ExportScope, maxSingleReads } from '#contract/bridge/exports.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { timeNear } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { isElectron } from '#lib/is-electron.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOwnExports } from '#window/own-exports.ts';
import styles from './export.module.css';
import { FieldList } from './field-list';
import { fieldsOf, initialChoice } from './field-order';
import { requestCount } from './request-count';

/** Rows that the user can choose. */
export interface ExportScopeChoice {
  readonly scope: ExportScope;
  /** Number of rows; null if it isn't known. */
  readonly count: number | null;
  /** What narrows them, such as the filter of a list in words. */
  readonly note?: string;
}

export interface ExportDialogProps {
  connectionId: string;
  kind: ExportKind;
  /** The scopes to choose from; the first one is chosen at first. */
  scopes: readonly [ExportScopeChoice, ...ExportScopeChoice[]];
  /** Metadata paths that the list shows, which are chosen at first. */
  paths?: readonly string[];
  /** The time as of which the index is complete, for a scope that it answers. */
  indexAsOfMillis?: number | null;
  onClose: () => void;
}

/** Asks what to export, and starts the export. What follows is in the status bar. */
export function ExportDialog({ connectionId, kind, scopes, paths = [], indexAsOfMillis = null, onClose }: ExportDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId)?.environment;
  const [at, setAt] = useState(0);
  const [format, setFormat] = useState<ExportFormat>(firstFormat);
  const [choice, setChoice] = useState(() => initialChoice(kind, paths));
  const now = useNow();
  const addOwn = useOwnExports((state) => state.add);
  const { scope, count } = scopes[at] ?? scopes[0];
  const fields = fieldsOf(kind, choice);
  const starting = useAction(() => api.exports.start({ connectionId, kind, scope, fields: [...fields], format }), {
    onDone(id) {
      if (id === null) return;
      addOwn(id);
      onClose();
    },
  });
  const footer = (
    <>
      <p className={styles.source}>{sourceText(messages, { kind, scope, count, fields, indexAsOfMillis, now })}</p>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        variant="primary"
        icon={Download}
        busy={starting.isPending}
        disabledReason={fields.length === 0 ? t('export.no-fields') : undefined}
        onClick={() => void starting.run()}
      >
        {count === null ? t('export.action') : t(`export.action.${kind}`, { count })}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`export.title.${kind}`)}
      width={800}
      footer={footer}
      environment={environment === 'production' ? environment : undefined}
    >
      <div className={styles.parts}>
        <div className={styles.settings}>
          <Scopes kind={kind} scopes={scopes} at={at} onChange={setAt} />
          <Format format={format} onChange={setFormat} />
          <Callout tone="warn" title={t(hasPersonalData(kind) ? 'export.personal' : 'export.private')}>
            {t(`export.note.${kind}`)}
          </Callout>
          <p className={styles.help}>{t(isElectron ? 'export.file' : 'export.download')}</p>
          {starting.failure !== null && <FormFailure report={starting.failure} />}
        </div>
        <FieldList kind={kind} choice={choice} paths={paths} onChange={setChoice} />
      </div>
    </Dialog>
  );
}

const firstFormat: ExportFormat = { format: 'csv', delimiter: ',', hasByteOrderMark: true };

function hasPersonalData(kind: ExportKind): boolean {
  return kind === 'users' || kind === 'members' || kind === 'sent-emails';
}

interface ScopesProps {
  kind: ExportKind;
  scopes: ExportDialogProps['scopes'];
  at: number;
  onChange: (at: number) => void;
}

function Scopes({ kind, scopes, at, onChange }: ScopesProps) {
  const { t, locale } = useMessages();
  const name = useId();
  return (
    <fieldset className={styles.scopes}>
      <legend className={styles.legend}>{t('export.scope')}</legend>
      {scopes.map(({ scope, count, note }, index) => (
        <label key={scope.kind} className={styles.scope} data-chosen={index === at}>
          <input type="radio" name={name} checked={index === at} onChange={() => onChange(index)} />
          <span className={styles.scopeText}>
            <span>{t(`export.scope.${scope.kind}`, { kind: kind.replace('-', '') })}</span>
            <span className={styles.quiet}>{note ?? t(`export.scope.${scope.kind}.note`)}</span>
          </span>
          {count !== null && <span className={styles.count}>{formatNumber(count, locale)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function Format({ format, onChange }: { format: ExportFormat; onChange: (format: ExportFormat) => void }) {
  const { t } = useMessages();
  const [csv, setCsv] = useState(firstFormat);
  const setCsvPart = (part: { delimiter?: ',' | ';' | '\t'; hasByteOrderMark?: boolean }) => {
    if (csv.format !== 'csv') return;
    setCsv({ ...csv, ...part });
    onChange({ ...csv, ...part });
  };
  return (
    <>
      <div className={styles.formatRow}>
        <div>
          <p className={styles.label}>{t('export.format')}</p>
          <Segmented
            label={t('export.format')}
            value={format.format}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'ndjson', label: 'NDJSON' },
              { value: 'json', label: 'JSON' },
            ]}
            onValueChange={(next) => onChange(next === 'csv' ? csv : { format: next })}
          />
        </div>
        {format.format === 'csv' && (
          <Field label={t('export.delimiter')}>
            {(control) => (
              <Select
                {...control}
                value={format.delimiter}
                onChange={(event) => setCsvPart({ delimiter: event.target.value as typeof format.delimiter })}
              >
                <option value=",">{t('export.delimiter.comma')}</option>
                <option value=";">{t('export.delimiter.semicolon')}</option>
                <option value={'\t'}>{t('export.delimiter.tab')}</option>
              </Select>
            )}
          </Field>
        )}
      </div>
      {/* Keeps its room, so that nothing below moves with the format. */}
      <div className={styles.mark} data-absent={format.format !== 'csv'}>
        <CheckboxChoice
          label={t('export.bom')}
          note={t('export.bom.note')}
          checked={csv.format === 'csv' && csv.hasByteOrderMark}
          onChange={(hasByteOrderMark) => setCsvPart({ hasByteOrderMark })}
        />
      </div>
    </>
  );
}

interface Source {
  readonly kind: ExportKind;
  readonly scope: ExportScope;
  readonly count: number | null;
  readonly fields: readonly string[];
  readonly indexAsOfMillis: number | null;
  /** The service’s time. */
  readonly now: number;
}

/** Returns how large the table is, and where it is read. */
function sourceText({ t, locale }: Translator, { kind, scope, count, fields, indexAsOfMillis, now }: Source): string {
  const columns = t('export.columns', { count: fields.length });
  const size = count === null ? columns : t('export.size', { rows: t('export.rows', { count }), columns });
  const isIndexed = indexAsOfMillis !== null;
  const requests = requestCount({ kind, scope: scope.kind, count, fields, isIndexed });
  const isFromIndex = scope.kind === 'matching' || (scope.kind === 'ids' && count !== null && count > maxSingleReads);
  const index = isFromIndex && isIndexed ? t('export.source.index', { time: timeNear(indexAsOfMillis, now, locale) }) : null;
  const service =
    requests?.count == null
      ? t('export.source.service')
      : t(requests.hasEachTeam ? 'export.source.requests-teams' : 'export.source.requests', { count: requests.count });
  const source = index === null ? service : requests === null ? index : t('ui.sentences', { first: index, second: service });
  return t('ui.sentences', { first: size, second: source });
}
