import { ClipboardPaste } from 'lucide-react';
import { useId, useState } from 'react';
import { keyKinds } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import type { ConnectionValues } from '../form/connection-values';
import type { ConnectionForm } from '../form/use-connection-form';
import styles from './paste-box.module.css';
import type { PastedField } from './paste-names';
import { type Pasted, type PastedProject, parsePaste } from './paste-parser';
import type { PasteRemark } from './paste-readings';
import { hostedUrlOfNames, hostedUrls } from './paste-url';

/** Fills the fields from pasted text; recognized text doesn't stay in the box. A new connection is then tested at once. */
export function PasteBox({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Pasted | null>(null);
  const [chosen, setChosen] = useState(0);
  const fill = (project: PastedProject | undefined, hostedUrl: string | null = null) => {
    if (project === undefined) return;
    const filled = filledWith(form.values, project, hostedUrl);
    form.set(filled);
    const values = { ...form.values, ...filled };
    if (form.isNew && values.projectId !== '') form.test(values);
  };
  const read = (next: string) => {
    const pasted = next.trim() === '' ? null : parsePaste(next);
    setFound(pasted);
    setChosen(0);
    fill(pasted?.projects[0], hostedUrlOfNames(next));
    setText(pasted !== null && pasted.projects.length > 0 ? '' : next);
  };
  const change = (next: string) => {
    // Letter by letter, half an address would be taken for a whole one.
    if (next.length > text.length + 1) return read(next);
    setText(next);
    setFound(null);
  };
  return (
    <section className={styles.box}>
      <label className={styles.label} htmlFor={id}>
        <Icon of={ClipboardPaste} size={16} />
        {t('connect.paste')}
      </label>
      <TextArea
        id={id}
        rows={3}
        dir="ltr"
        className={styles.area}
        aria-describedby={`${id}-help`}
        placeholder={t('connect.paste.placeholder')}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={() => text.trim() !== '' && found === null && read(text)}
      />
      <p id={`${id}-help`} className={styles.help}>
        {t('connect.paste.help')}
      </p>
      <div role="status" className={styles.status}>
        {found !== null && found.projects.length === 0 && found.remarks.length === 0 && <NothingFound />}
        {found !== null && (
          <PasteFindings
            found={found}
            chosen={chosen}
            onChoose={(at) => {
              setChosen(at);
              fill(found.projects[at]);
            }}
          />
        )}
      </div>
    </section>
  );
}

function NothingFound() {
  const { t } = useMessages();
  return (
    <Callout tone="warn" title={t('connect.paste.nothing')}>
      {t('connect.paste.nothing.text')}
    </Callout>
  );
}

/**
 * What a pasted project doesn't say stays as it is. `hostedUrl` is the base URL that its names imply; it replaces only another one of the
 * hosted service, for a project whose ID was pasted.
 */
function filledWith(values: ConnectionValues, project: PastedProject, hostedUrl: string | null): Partial<ConnectionValues> {
  const { projectId, ...rest } = project;
  const { baseUrl = impliedUrl(values, project, hostedUrl), ...keys } = rest;
  const typed = Object.fromEntries(keyKinds.flatMap((kind) => (keys[kind] === undefined ? [] : [[kind, { typed: keys[kind] }]])));
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(projectId === undefined ? {} : { projectId }),
    keys: { ...values.keys, ...typed },
  };
}

function impliedUrl(values: ConnectionValues, { projectId }: PastedProject, hostedUrl: string | null): string | undefined {
  const isDefault = values.baseUrl === hostedUrls.stack;
  return hostedUrl !== null && projectId !== undefined && isDefault ? hostedUrl : undefined;
}

const fields: readonly PastedField[] = ['baseUrl', 'projectId', 'client', 'server', 'admin'];

interface PasteFindingsProps {
  found: Pasted;
  /** The project whose values fill the form. */
  chosen: number;
  onChoose: (at: number) => void;
}

/** Lists what was recognized in a pasted text, and what wasn't. Never shows a value. */
function PasteFindings({ found: { projects, remarks }, chosen, onChoose }: PasteFindingsProps) {
  const { t } = useMessages();
  const project = projects[chosen];
  return (
    <>
      {project !== undefined && (
        <Callout tone="good" title={<Recognised project={project} />}>
          {projects.length > 1 && (
            <div className={styles.projects}>
              <p>{t('connect.paste.several', { count: projects.length })}</p>
              <Segmented
                label={t('connect.paste.which')}
                value={String(chosen)}
                options={projects.slice(0, 8).map((one, at) => ({ value: String(at), label: nameOf(one, at) }))}
                onValueChange={(value) => onChoose(Number(value))}
              />
            </div>
          )}
        </Callout>
      )}
      {remarks.length > 0 && (
        <Callout tone="warn" title={t('connect.paste.remarks')}>
          <ul>
            {remarks.slice(0, 6).map((remark) => (
              <li key={JSON.stringify(remark)}>
                <Remark remark={remark} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

function Recognised({ project }: { project: PastedProject }) {
  const { t, locale } = useMessages();
  const names = fields.filter((field) => project[field] !== undefined).map((field) => t(`connect.paste.field.${field}`));
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return t('connect.paste.recognised', { fields: list.format(names) });
}

/** The start of a project ID distinguishes it from the others. */
function nameOf({ projectId }: PastedProject, at: number): string {
  return projectId === undefined ? String(at + 1) : projectId.slice(0, 8);
}

function Remark({ remark }: { remark: PasteRemark }) {
  const { t } = useMessages();
  if (remark.kind === 'unusable') return t('connect.paste.unusable', { name: remark.name });
  if (remark.kind === 'dashboard') return t('connect.paste.dashboard', { name: remark.name });
  const is = t(`connect.paste.field.${remark.is}`);
  if (remark.kind === 'other-kind') return t('connect.paste.other-kind', { name: remark.name, is });
  if (remark.kind === 'other-name') return t('connect.paste.other-name', { name: remark.name, is });
  return t(remark.kind === 'unnamed' ? 'connect.paste.unnamed' : 'connect.paste.incomplete', { is });
}
