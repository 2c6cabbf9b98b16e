import { ArrowLeft, FileUp } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { type ConnectionDraft, connectionDraft } from '#contract/bridge/connection-draft.ts';
import { api } from '#data/api.ts';
import { topicStores } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { ConnectionForm } from './form/connection-form';
import styles from './form/connection-form.module.css';
import { type ConnectionValues, newValues, toDraft } from './form/connection-values';
import { useConnectionForm } from './form/use-connection-form';

const toConnectionDraft = (values: ConnectionValues) => toDraft(values);

/** The project whose users own projects, which an owner signs in to. */
const ownerValues: ConnectionValues = { ...newValues, projectId: 'internal' };

/** Connecting a project for the first time, or the one where an owner signs in. */
export function ConnectScreen() {
  const isOwner = useSearchParams()[0].get('as') === 'owner';
  return <NewConnection key={String(isOwner)} isOwner={isOwner} />;
}

function NewConnection({ isOwner }: { isOwner: boolean }) {
  const show = useToasts((state) => state.show);
  const { first } = useTargetPaths();
  const save = async (draft: ConnectionDraft, confirmedHost?: string) => {
    const open = fromHere();
    const { id } = await api.connections.add({ draft, confirmedHost });
    await topicStores['connections.list'].refresh();
    show({ tone: 'good', title: ({ t }) => t('connect.added', { name: draft.name }) });
    open(isOwner ? paths.signIn(id, paths.projects(id)) : first(id), { replace: true, isGone: true });
  };
  // A test needs no name, and a draft cannot be without one.
  const test = (values: ConnectionValues) => api.connections.test({ draft: toDraft(values, values.projectId.slice(0, 100) || '?') });
  const form = useConnectionForm({
    stored: isOwner ? ownerValues : newValues,
    isNew: true,
    schema: connectionDraft,
    toInput: toConnectionDraft,
    save,
    test,
  });
  return <ConnectionForm form={form} head={<Head isOwner={isOwner} />} />;
}

function Head({ isOwner }: { isOwner: boolean }) {
  const { t } = useMessages();
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={paths.start()}>
        <Icon of={ArrowLeft} size={14} />
        {t('shell.screen.start')}
      </Link>
      <h1>{t(isOwner ? 'first-run.owner' : 'first-run.connect.title')}</h1>
      <p className={styles.note}>{t(isOwner ? 'connect.owner.new' : 'connect.text')}</p>
      <Link className={styles.other} to={paths.transfer()}>
        <Icon of={FileUp} size={14} />
        {t('connect.import-instead')}
      </Link>
    </header>
  );
}
