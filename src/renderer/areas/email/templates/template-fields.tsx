import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useRef } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { useViewState } from '#window/view-state.ts';
import styles from '../source/source.module.css';
import type { PlaceholderProblem } from './placeholders';
import type { TemplateInput, TemplateProblems } from './template-draft';

interface TemplateFieldsProps {
  input: TemplateInput;
  problems: TemplateProblems;
  /** The placeholders that this type of template has. */
  known: readonly string[];
  isReadOnly: boolean;
  onChange: (input: TemplateInput) => void;
}

const isBoolean = (value: JsonValue): value is boolean => typeof value === 'boolean';

/** The subject of a template, its blocks as JSON behind their own button, and the placeholders that both can contain. */
export function TemplateFields({ input, problems, known, isReadOnly, onChange }: TemplateFieldsProps) {
  const messages = useMessages();
  const { t } = messages;
  const subject = useRef<HTMLInputElement>(null);
  const source = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'subject' | 'source'>('subject');
  const id = useId();
  const [isAsked, setAsked] = useViewState('email.source', false, isBoolean);
  const error = sourceError(messages, problems);
  // What is wrong with it isn't hidden.
  const isOpen = isAsked || error !== undefined;
  const insert = (name: string) => {
    const field = (last.current === 'subject' || !isOpen ? subject : source).current;
    if (field === null) return;
    const [start, end, text] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, `{{ ${name} }}`];
    onChange({
      ...input,
      [field === subject.current ? 'subject' : 'source']: `${field.value.slice(0, start)}${text}${field.value.slice(end)}`,
    });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return (
    <div className={styles.fields}>
      <Field label={t('email.sent.subject')} error={problemTexts(messages, problems.subject)}>
        {(control) => (
          <TextInput
            {...control}
            ref={subject}
            dir="auto"
            value={input.subject}
            readOnly={isReadOnly}
            onFocus={() => {
              last.current = 'subject';
            }}
            onChange={(event) => onChange({ ...input, subject: event.target.value })}
          />
        )}
      </Field>
      {!isReadOnly && <Placeholders known={known} onInsert={insert} />}
      <Button
        variant="plain"
        className={styles.sourceToggle}
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        aria-controls={id}
        disabledReason={isAsked || error === undefined ? undefined : error}
        onClick={() => setAsked(!isAsked)}
      >
        {t('email.template.tsx')}
      </Button>
      <div id={id} hidden={!isOpen}>
        <Field label={t('email.template.source')} help={t('email.template.source.help')} error={error}>
          {(control) => (
            <TextArea
              {...control}
              ref={source}
              dir="ltr"
              rows={22}
              className={styles.source}
              value={input.source}
              readOnly={isReadOnly}
              onFocus={() => {
                last.current = 'source';
              }}
              onChange={(event) => onChange({ ...input, source: event.target.value })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

interface PlaceholdersProps {
  known: readonly string[];
  onInsert: (name: string) => void;
}

function Placeholders({ known, onInsert }: PlaceholdersProps) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend
    <div role="group" aria-label={t('email.template.placeholders')} className={styles.placeholders}>
      <p className={styles.quiet}>{t('email.template.placeholders.text')}</p>
      {known.map((name) => (
        <Button key={name} size="sm" aria-label={t('email.template.placeholder.insert', { name })} onClick={() => onInsert(name)}>
          <code>{name}</code>
        </Button>
      ))}
    </div>
  );
}

function problemTexts({ t }: Translator, problems: readonly PlaceholderProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  return problems
    .slice(0, 3)
    .map(({ kind, text }) => t(`email.template.placeholder.${kind}`, { text }))
    .reduce((first, second) => t('ui.sentences', { first, second }));
}

function sourceError(messages: Translator, { fault, isEmpty, content }: TemplateProblems): string | undefined {
  const { t } = messages;
  if (fault !== null) {
    const { line, column, kind, found } = fault;
    return t('metadata.fault', { line, column, problem: t(`metadata.fault.${kind}`, { found }) });
  }
  return isEmpty ? t('email.template.source.empty') : problemTexts(messages, content);
}
