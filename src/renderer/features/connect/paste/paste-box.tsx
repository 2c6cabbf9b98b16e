import { ClipboardPaste } from 'lucide-react';
import { useId, useState } from 'react';
import { keyKinds } from '../../../lib/keys/project-keys';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { Callout } from '../../../ui/feedback/callout';
import { TextArea } from '../../../ui/inputs/text-area';
import type { ConnectionValues } from '../form/connection-values';
import type { ConnectionForm } from '../form/use-connection-form';
import styles from './paste-box.module.css';
import { PasteFindings } from './paste-findings';
import { type Pasted, type PastedProject, parsePaste } from './paste-parser';
import { hostedUrlOfNames, hostedUrls } from './paste-url';

/** Fills the fields from pasted text; recognized text doesn't stay in the box. */
export function PasteBox({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Pasted | null>(null);
  const [chosen, setChosen] = useState(0);
  const fill = (project: PastedProject | undefined, hostedUrl: string | null = null) =>
    project && form.set(filledWith(form.values, project, hostedUrl));
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
