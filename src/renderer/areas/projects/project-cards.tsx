import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import { featureSince } from '#contract/features.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { api } from '#data/api.ts';
import { deleteOwnedProject, useOwnProject } from '#data/own-projects.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { topicStores, useConnection, useTopic } from '#data/topics.ts';
import { connectionName, deletionBarrier, projectName } from '#lib/rules/owner-projects.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useLacksFeature } from '#parts/account/release-lack.tsx';
import { useDeletionQuestion } from '#parts/admin/use-deletion-question.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { fromHere } from '#window/open-path.ts';
import { useViewState } from '#window/view-state.ts';
import { CopySummary } from './copy/copy-summary';
import { projectCopy } from './copy/project-copy';
import { CreateProject } from './create-project';
import { FailedRead } from './failed-read';
import { ProjectCard, type ProjectDialog } from './project-card';
import { findProjects, inOrder, isProjectOrder, type ProjectOrder, projectOrders } from './project-order';
import styles from './projects.module.css';
import { TransferProject } from './transfer-project';

interface ProjectCardsProps {
  projects: readonly AdminProject[];
  connectionId: string;
  accountId: string;
}

/** Every project as a card, searched by name and id. */
export function ProjectCards({ projects, connectionId, accountId }: ProjectCardsProps) {
  const { t, locale } = useMessages();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<{ kind: ProjectDialog; project: AdminProject } | null>(null);
  const readOnly = useReadOnlyReason(connectionId);
  const reasonsOf = useProjectReasons(connectionId);
  const opener = useOpenProject(connectionId, accountId);
  const [order, setOrder] = useViewState<ProjectOrder>('projects.order', 'newest', isProjectOrder);
  const shown = findProjects(inOrder(projects, order, locale), search);
  const create = (
    <Button variant="primary" icon={Plus} disabledReason={readOnly} onClick={() => setCreating(true)}>
      {t('projects.create')}
    </Button>
  );
  return (
    <PageSection title={t('projects.title')} text={t('projects.text')} action={projects.length > 0 ? create : undefined}>
      {projects.length === 0 && (
        <Card>
          <EmptyState icon={LayoutGrid} title={t('projects.empty')} text={t('projects.empty.text')} action={create} />
        </Card>
      )}
      {projects.length > 0 && <Tools search={search} onSearch={setSearch} order={order} onOrder={setOrder} />}
      {projects.length > 0 && shown.length === 0 && (
        <Card>
          <EmptyState
            icon={LayoutGrid}
            title={t('projects.no-match')}
            action={<Button onClick={() => setSearch('')}>{t('projects.no-match.clear')}</Button>}
          />
        </Card>
      )}
      <ul data-results="" className={styles.cards}>
        {shown.map((project) => (
          <ProjectCard
            key={project.id}
            project={project}
            busy={opener.opening === project.id}
            reasons={reasonsOf(project)}
            onOpen={() => opener.open(project)}
            onDialog={(kind) => setDialog({ kind, project })}
          />
        ))}
      </ul>
      {isCreating && <CreateProject connectionId={connectionId} accountId={accountId} onClose={() => setCreating(false)} />}
      {dialog !== null && <ProjectDialogs {...dialog} connectionId={connectionId} accountId={accountId} onClose={() => setDialog(null)} />}
    </PageSection>
  );
}

interface ToolsProps {
  search: string;
  onSearch: (search: string) => void;
  order: ProjectOrder;
  onOrder: (order: ProjectOrder) => void;
}

/** Finds and sorts the projects. */
function Tools({ search, onSearch, order, onOrder }: ToolsProps) {
  const { t } = useMessages();
  return (
    <div className={styles.tools}>
      <SearchInput className={styles.search} label={t('projects.search')} value={search} onValueChange={onSearch} />
      <Select
        aria-label={t('projects.order')}
        value={order}
        onChange={({ target }) => {
          if (isProjectOrder(target.value)) onOrder(target.value);
        }}
      >
        {projectOrders.map((one) => (
          <option key={one} value={one}>
            {t(`projects.order.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface ProjectDialogsProps {
  kind: ProjectDialog;
  project: AdminProject;
  connectionId: string;
  accountId: string;
  onClose: () => void;
}

/** The dialog that was chosen in the menu of a project. */
function ProjectDialogs({ kind, project, ...props }: ProjectDialogsProps) {
  if (kind === 'copy') return <CopyProject source={project} {...props} />;
  return kind === 'transfer' ? <TransferProject project={project} {...props} /> : <DeleteProject project={project} {...props} />;
}

/** Returns an action that opens a project with the owner's session. */
function useOpenProject(internalConnectionId: string, accountId: string) {
  const { first } = useTargetPaths();
  const task = async (project: AdminProject) => {
    const open = fromHere();
    const owned = { internalConnectionId, accountId, projectId: project.id, name: connectionName(project) };
    const { id } = await api.connections.openOwned(owned);
    await topicStores['connections.list'].refresh();
    open(first(id));
  };
  const { pending, run } = useAction(task, { onFailure: useFailureToast() });
  return { opening: pending?.[0].id ?? null, open: (project: AdminProject) => void run(project) };
}

/** Returns a function that says why something can’t be done with a project of the list. */
function useProjectReasons(
  connectionId: string,
): (project: { readonly id: string }) => Readonly<Record<ProjectDialog, string | undefined>> {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const lacksTransfer = useLacksFeature(connectionId, 'project-transfer');
  const internal = useConnection(connectionId);
  const connections = useTopic('connections.list');
  return ({ id }) => {
    const barrier = internal === undefined ? null : deletionBarrier(id, internal, connections);
    const texts = { sandbox: t('project-settings.delete.sandbox'), 'read-only': t('ui.read-only.reason') };
    return {
      copy: readOnly,
      transfer: lacksTransfer ? t('ui.release-lack.text', { release: featureSince['project-transfer'] }) : readOnly,
      delete: barrier === null ? readOnly : texts[barrier],
    };
  };
}

interface DeleteProjectProps {
  connectionId: string;
  accountId: string;
  project: AdminProject;
  onClose: () => void;
}

/** Deletes a project after its name was typed, and then offers to remove the connection to it. Open as long as it is rendered. */
function DeleteProject({ connectionId, accountId, project, onClose }: DeleteProjectProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const offerRemoval = useConnectionDialogs((state) => state.show);
  const { question, consequence, typeToConfirm } = useDeletionQuestion(project);
  const name = projectName(project);
  const confirm = async () => {
    const owned = { internalConnectionId: connectionId, accountId, projectId: project.id, name: connectionName(project) };
    const left = await deleteOwnedProject(owned);
    show({ tone: 'good', title: ({ t }) => t('project-settings.delete.done', { name }) });
    if (left !== null) offerRemoval({ kind: 'remove', connectionId: left });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={question}
      consequence={consequence}
      confirmLabel={t('project-settings.delete')}
      danger
      environment={useConnection(connectionId)?.environment}
      typeToConfirm={typeToConfirm}
      onConfirm={confirm}
    />
  );
}

interface CopyProjectProps {
  connectionId: string;
  accountId: string;
  source: { readonly id: string; readonly display_name: string };
  onClose: () => void;
}

/** Creates a project with the settings that another one has now. Open as long as it is rendered. */
function CopyProject({ connectionId, accountId, source, onClose }: CopyProjectProps) {
  const { t } = useMessages();
  const query = useOwnProject(connectionId, accountId, source.id);
  const { data: project, error } = query;
  const connection = useConnection(connectionId);
  const hasLevels = connection?.features?.['config-override'] === true;
  if (project) {
    const { config, notCopied } = projectCopy(project, hasLevels);
    return (
      <CreateProject connectionId={connectionId} accountId={accountId} copy={{ source: project, config }} onClose={onClose}>
        <CopySummary config={config} notCopied={notCopied} />
      </CreateProject>
    );
  }
  const isGone = project === null;
  const close = <Button onClick={onClose}>{t('ui.close')}</Button>;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={560}
      title={t('projects.copy.title', { name: projectName(source) })}
      environment={connection?.environment}
      footer={close}
    >
      {isGone && <Callout tone="bad" title={t('projects.gone')} />}
      {!isGone && error !== null && <FailedRead title={t('projects.copy.failed')} query={query} />}
      {!isGone && error === null && (
        <>
          <LoadingStatus />
          <Skeleton width="100%" height={160} />
        </>
      )}
    </Dialog>
  );
}
