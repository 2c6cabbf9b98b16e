import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import { Segmented } from '../../../ui/inputs/segmented';
import styles from './paste-box.module.css';
import type { Pasted, PastedProject } from './paste-parser';
import type { PasteRemark } from './paste-remark';
import type { PastedField } from './pasted-field';

const fields: readonly PastedField[] = ['baseUrl', 'projectId', 'client', 'server', 'admin'];

interface PasteFindingsProps {
  found: Pasted;
  /** The project whose values fill the form. */
  chosen: number;
  onChoose: (at: number) => void;
}

/** Lists what was recognized in a pasted text, and what wasn't. Never shows a value. */
export function PasteFindings({ found: { projects, remarks }, chosen, onChoose }: PasteFindingsProps) {
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
