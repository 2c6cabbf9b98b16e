import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { ExportKind } from '#contract/bridge/exports.ts';
import { type ExportFieldKey, hasMetadata, joinedFields } from '#contract/export/export-fields.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './export.module.css';
import { type FieldChoice, initialChoice, moved, withChosen, withJoined, withPath } from './field-order';

interface FieldListProps {
  kind: ExportKind;
  choice: FieldChoice;
  /** Metadata paths that the list shows. */
  paths: readonly string[];
  onChange: (choice: FieldChoice) => void;
}

/** The fields of a file: chosen by checkboxes, and ordered by dragging or, on the handle, with the arrow keys. */
export function FieldList({ kind, choice, paths, onChange }: FieldListProps) {
  const { t, locale } = useMessages();
  const title = useId();
  const counts = { count: formatNumber(choice.chosen.size, locale), total: formatNumber(choice.order.length, locale) };
  return (
    <section className={styles.fields} aria-labelledby={title}>
      <div className={styles.fieldsHead}>
        <h3 id={title}>
          {t('export.fields')} <span className={styles.quiet}>{t('export.fields.count', counts)}</span>
        </h3>
        <Button size="sm" variant="plain" onClick={() => onChange({ ...choice, chosen: new Set(choice.order) })}>
          {t('export.fields.all')}
        </Button>
        <Button size="sm" variant="plain" onClick={() => onChange(initialChoice(kind, paths))}>
          {t('export.fields.reset')}
        </Button>
      </div>
      <OrderedFields choice={choice} onChange={onChange} />
      {hasMetadata(kind) && <PathInput onAdd={(path) => onChange(withPath(choice, path))} />}
      {joinedFields[kind].length > 0 && (
        <div className={styles.joined}>
          {joinedFields[kind].map((field) => (
            <label key={field} className={styles.joinedField}>
              <input
                type="checkbox"
                checked={choice.joined.includes(field)}
                onChange={(event) => onChange(withJoined(choice, field, event.target.checked))}
              />
              <span className={styles.fieldName}>{t(`export.field.${field}`)}</span>
              <span className={styles.quiet}>{t(`export.field.${field}.note`)}</span>
            </label>
          ))}
        </div>
      )}
    </section>
  );
}

/** Returns the name of a field; a metadata path is its own name. */
function fieldName({ t, has }: Translator, field: string): string {
  const key: string = `export.field.${field as ExportFieldKey}`;
  return has(key) ? t(key) : field;
}

function OrderedFields({ choice, onChange }: Pick<FieldListProps, 'choice' | 'onChange'>) {
  const messages = useMessages();
  const { t } = messages;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const move = (field: string, position: number) => {
    const next = moved(choice, field, position);
    const at = next.order.indexOf(field);
    if (at === choice.order.indexOf(field)) return;
    onChange(next);
    setAnnounced(t('export.fields.moved', { field: fieldName(messages, field), position: at + 1, total: next.order.length }));
  };
  const press = (event: KeyboardEvent, field: string) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[pressedKey(event)];
    if (by === undefined) return;
    event.preventDefault();
    move(field, choice.order.indexOf(field) + by);
  };
  const drag = (event: PointerEvent, field: string) => {
    if (dragged !== field || list.current === null) return;
    const height = list.current.firstElementChild?.getBoundingClientRect().height ?? 0;
    const { top } = list.current.getBoundingClientRect();
    if (height > 0) move(field, Math.floor((event.clientY - top + list.current.scrollTop) / height));
  };
  return (
    <>
      <ul ref={list} className={styles.fieldRows}>
        {choice.order.map((field) => (
          <li key={field} className={cx(styles.field, dragged === field && styles.dragged, !choice.chosen.has(field) && styles.isOff)}>
            <button
              type="button"
              className={styles.handle}
              aria-label={t('export.fields.move', { field: fieldName(messages, field) })}
              aria-keyshortcuts="ArrowUp ArrowDown"
              onKeyDown={(event) => press(event, field)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(field);
              }}
              onPointerMove={(event) => drag(event, field)}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            >
              <Icon of={GripVertical} size={14} />
            </button>
            <label className={styles.fieldLabel}>
              <input
                type="checkbox"
                checked={choice.chosen.has(field)}
                onChange={(event) => onChange(withChosen(choice, field, event.target.checked))}
              />
              <span className={styles.fieldName}>{fieldName(messages, field)}</span>
              {fieldName(messages, field) !== field && (
                <bdi className={styles.key} title={field}>
                  {field}
                </bdi>
              )}
            </label>
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span aria-live="polite">{announced}</span>
      </VisuallyHidden>
    </>
  );
}

const examplePath = 'server.plan';

/** Adds a metadata path. */
function PathInput({ onAdd }: { onAdd: (path: string) => void }) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const parsed = parseMetadataPath(text);
  const problem = isTried && typeof parsed === 'string' ? t(`users.columns.path.${parsed}`) : undefined;
  const add = () => {
    setTried(true);
    if (typeof parsed === 'string') return;
    onAdd(parsed.text);
    setText('');
    setTried(false);
  };
  return (
    <div className={styles.path}>
      <div className={styles.pathRow}>
        <TextInput
          aria-label={t('users.columns.path')}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          placeholder={examplePath}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="sm" onClick={add}>
          {t('export.fields.add-path')}
        </Button>
      </div>
      <p id={`${id}-problem`} role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
}
