import { FileUp, FolderOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { type FolderProblem, maxDocumentLength } from '#contract/bridge/configuration.ts';
import { fail } from '#contract/errors.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { api } from '#data/api.ts';
import { readChosenFile } from '#data/read-chosen-file.ts';
import { useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useAction } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { FolderProblemCallout } from '#parts/configuration-faults.tsx';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { FileButton, wholeFolder } from '#ui/inputs/file-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import type { ChosenSide } from './chosen-side';
import styles from './compare.module.css';
import { chosenFiles, chosenName, droppedFiles, type FolderFile, textsOf } from './folder-contents';

interface SideCardProps {
  title: string;
  side: ChosenSide;
  isBusy: boolean;
  onChange: (side: ChosenSide) => void;
}

/** One side of a comparison: a project, or a file that is chosen or dropped here. */
export function SideCard({ title, side, isBusy, onChange }: SideCardProps) {
  const { t } = useMessages();
  const titleId = useId();
  const opening = useOpenFile((file) => onChange({ ...side, kind: 'file', file }));
  const folder = useOpenFolder((file) => onChange({ ...side, kind: 'file', file }));
  const [isTooLarge, setTooLarge] = useState(false);
  const open = (files: readonly File[]) => {
    const isOver = files.length === 1 && (files[0]?.size ?? 0) > maxDocumentLength;
    setTooLarge(isOver);
    folder.reset();
    if (!isOver) void opening.run(files);
  };
  const openFolder = (read: Parameters<typeof folder.run>[0]) => {
    setTooLarge(false);
    opening.reset();
    void folder.run(read);
  };
  const paste = (text: string) => {
    const isOver = text.length > maxDocumentLength;
    setTooLarge(isOver);
    opening.reset();
    folder.reset();
    if (!isOver) onChange({ ...side, kind: 'file', file: text === '' ? null : { name: t('compare.file.pasted'), text, isPasted: true } });
  };
  const isReading = isBusy || opening.isPending || folder.isPending;
  const drop = useFileDrop(!isReading, open, (dropped) =>
    openFolder(async () => ({ name: dropped.name, files: await droppedFiles(dropped) })),
  );
  return (
    <section aria-labelledby={titleId} className={cx(styles.side, drop.isOver && styles.over)} {...drop.handlers}>
      <div className={styles.sideHead}>
        <h3 id={titleId}>{title}</h3>
        <Segmented
          label={t('compare.kind', { side: title })}
          value={side.kind}
          options={[
            { value: 'project', label: t('compare.kind.project') },
            { value: 'file', label: t('compare.kind.file') },
          ]}
          isDisabled={isBusy}
          onValueChange={(kind) => onChange({ ...side, kind })}
        />
      </div>
      {side.kind === 'project' ? (
        <ProjectChoice side={side} isBusy={isBusy} onChange={onChange} />
      ) : (
        <FileChoice side={side} isBusy={isReading} onFiles={open} onFolder={openFolder} onText={paste} />
      )}
      {isTooLarge && <Callout tone="bad" title={t('compare.fault.too-large')} />}
      {opening.failure !== null && !isTooLarge && <FormFailure report={opening.failure} />}
      {folder.failure !== null && <FormFailure report={folder.failure} />}
      {folder.problem !== null && <FolderProblemCallout title={t('compare.folder.problem')} problem={folder.problem} />}
    </section>
  );
}

function ProjectChoice({ side, isBusy, onChange }: Omit<SideCardProps, 'title'>) {
  const { t } = useMessages();
  const names = useConnectionNames();
  const connections = inRailOrder(useTopic('connections.list')).filter(hasAdminAccess);
  const chosen = connections.find(({ id }) => id === side.connectionId);
  return (
    <Field label={t('compare.project')} help={t('compare.project.help')} aside={chosen && <EnvironmentBadge connection={chosen} />}>
      {(control) => (
        <Select
          {...control}
          value={chosen?.id ?? ''}
          disabled={isBusy}
          onChange={(event) => onChange({ ...side, connectionId: event.target.value })}
        >
          <option value="">{t('compare.project.none')}</option>
          {connections.map(({ id }) => (
            <option key={id} value={id}>
              {names.get(id) ?? id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface FileChoiceProps {
  side: ChosenSide;
  isBusy: boolean;
  onFiles: (files: readonly File[]) => void;
  /** Called with what reads the files of a folder, or null for a dialog of the host. */
  onFolder: (read: ReadFolder | null) => void;
  onText: (text: string) => void;
}

function FileChoice({ side: { file }, isBusy, onFiles, onFolder, onText }: FileChoiceProps) {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const folder = { icon: FolderOpen, disabled: isBusy } as const;
  return (
    <>
      <div className={styles.drop}>
        <p className={styles.fileName}>{file === null ? t('compare.file.drop') : <bdi data-personal="">{file.name}</bdi>}</p>
        <p className={styles.quiet}>{t('compare.file.formats')}</p>
        <FileButton
          icon={FileUp}
          busy={isBusy}
          label={t(file === null ? 'compare.file.choose' : 'compare.file.other')}
          fileLabel={t('compare.file.choose')}
          accept=".yaml,.yml,.json"
          onChoose={onFiles}
        />
        {info?.host === 'electron' ? (
          <Button {...folder} onClick={() => onFolder(null)}>
            {t('compare.folder.choose')}
          </Button>
        ) : (
          <FileButton
            {...folder}
            label={t('compare.folder.choose')}
            accept={wholeFolder}
            onChoose={(files) => onFolder(async () => ({ name: chosenName(files), files: chosenFiles(files) }))}
          />
        )}
      </div>
      <Field label={t('compare.file.paste')}>
        {(control) => (
          <TextArea
            {...control}
            className={styles.pasted}
            dir="ltr"
            rows={3}
            autoComplete="off"
            disabled={isBusy}
            data-personal=""
            value={file?.isPasted ? file.text : ''}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

/** Returns the action that reads a chosen or dropped file. What isn’t UTF-8 is refused, because its characters would be replaced. */
function useOpenFile(onOpen: (file: NonNullable<ChosenSide['file']>) => void) {
  return useAction(
    async (files: readonly File[]) => {
      const text = await readChosenFile(files.map(asUtf8), { length: maxDocumentLength, code: 'import-too-large' });
      return { name: files[0]?.name ?? '', text, isPasted: false };
    },
    { onDone: onOpen },
  );
}

/** Reads the files of a folder that the page was given. */
type ReadFolder = () => Promise<{ readonly name: string; readonly files: readonly FolderFile[] }>;

/** Returns the action that reads a folder: with a dialog of the host without `read`. */
function useOpenFolder(onOpen: (file: NonNullable<ChosenSide['file']>) => void) {
  const [problem, setProblem] = useState<FolderProblem | null>(null);
  const action = useAction(
    async (read: ReadFolder | null) => {
      setProblem(null);
      if (read === null) return api.configuration.openFolder({});
      const { name, files } = await read();
      const texts = await textsOf(files);
      if ('reason' in texts) return { state: 'problem', problem: texts } as const;
      return { ...(await api.configuration.joinFiles({ files: [...texts.files] })), name } as const;
    },
    {
      onDone(result) {
        if (result.state === 'opened') onOpen({ name: result.name, text: result.text, isPasted: false });
        if (result.state === 'problem') setProblem(result.problem);
      },
    },
  );
  const reset = () => {
    setProblem(null);
    action.reset();
  };
  return { ...action, problem, reset };
}

function asUtf8(file: File) {
  return {
    size: file.size,
    text: async () => {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      } catch (cause) {
        throw fail('import-not-read', {}, cause);
      }
    },
  };
}
