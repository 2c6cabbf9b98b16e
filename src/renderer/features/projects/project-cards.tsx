import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import { SearchInput } from '../../ui/inputs/search-input';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { CreateProject } from './create-project';
import { ProjectCard, type ProjectDialog } from './project-card';
import { ProjectDialogs } from './project-dialogs';
import styles from './projects.module.css';
import { useOpenProject } from './use-open-project';
import { useProjectReasons } from './use-project-reasons';

interface ProjectCardsProps {
  projects: readonly AdminProject[];
  connectionId: string;
  accountId: string;
}

/** Every project as a card, searched by name and id. */
export function ProjectCards({ projects, connectionId, accountId }: ProjectCardsProps) {
  const { t } = useMessages();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<{ kind: ProjectDialog; project: AdminProject } | null>(null);
  const readOnly = useReadOnlyReason(connectionId);
  const reasonsOf = useProjectReasons(connectionId);
  const opener = useOpenProject(connectionId, accountId);
  const wanted = search.trim().toLocaleLowerCase();
  const shown = projects.filter(({ id, display_name: name }) => `${name}\n${id}`.toLocaleLowerCase().includes(wanted));
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
      {projects.length > 0 && <SearchInput label={t('projects.search')} value={search} onValueChange={setSearch} />}
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
