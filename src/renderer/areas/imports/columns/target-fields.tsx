import { useId, useState } from 'react';
import { type ImportTarget, type ValueType, valueType } from '#contract/imports/mapping.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Select } from '#ui/inputs/select.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import styles from './columns.module.css';
import { typedPath } from './target-choices';

const types = {
  auto: 'imports.type.as-auto',
  text: 'imports.type.as-text',
  number: 'imports.type.as-number',
  'yes-no': 'imports.type.as-yes-no',
  json: 'imports.type.as-json',
} as const satisfies Readonly<Record<ValueType, MessageKey>>;
const separators = [';', ',', '|', '/', ' '] as const;

interface TargetFieldsProps {
  /** Name of the column. */
  column: string;
  target: ImportTarget;
  onChange: (target: ImportTarget) => void;
  onUnfinished: (isUnfinished: boolean) => void;
}

/** What else a target needs: the path and the type of metadata, and what separates several values in a cell. */
export function TargetFields({ column, target, onChange, onUnfinished }: TargetFieldsProps) {
  const { t } = useMessages();
  if (target.field === 'metadata')
    return (
      <>
        <PathInput
          // Another kind of metadata has another path.
          key={target.path.split('.', 1)[0]}
          column={column}
          path={target.path}
          onChange={(path) => onChange({ ...target, path })}
          onUnfinished={onUnfinished}
        />
        <Select
          className={styles.type}
          aria-label={t('imports.type', { column })}
          value={target.type}
          onChange={(event) => onChange({ ...target, type: event.target.value as ValueType })}
        >
          {valueType.options.map((type) => (
            <option key={type} value={type}>
              {t(types[type])}
            </option>
          ))}
        </Select>
      </>
    );
  if (!('separator' in target)) return null;
  const { separator } = target;
  const offered = separators.some((one) => one === separator) ? separators : [separator, ...separators];
  return (
    <Select
      className={styles.type}
      aria-label={t('imports.separator', { column })}
      value={separator}
      onChange={(event) => onChange({ ...target, separator: event.target.value })}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {t('imports.separator.value', { separator: one === ' ' ? t('imports.separator.space') : one })}
        </option>
      ))}
    </Select>
  );
}

interface PathInputProps {
  column: string;
  path: string;
  onChange: (path: string) => void;
  onUnfinished: (isUnfinished: boolean) => void;
}

/** A metadata path. The mapping follows as soon as what was typed is one. */
function PathInput({ column, path, onChange, onUnfinished }: PathInputProps) {
  const { t } = useMessages();
  const [text, setText] = useState(path);
  const id = useId();
  const isWrong = typedPath(text) === null;
  const type = (next: string) => {
    setText(next);
    const typed = typedPath(next);
    onUnfinished(typed === null);
    if (typed !== null) onChange(typed);
  };
  return (
    <span className={styles.path}>
      <TextInput
        aria-label={t('imports.path', { column })}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {isWrong && (
        <span id={id} role="status" className={styles.wrong}>
          {t('imports.path.wrong')}
        </span>
      )}
    </span>
  );
}
