import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { tileInitials } from '../../lib/initials';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { IdChip } from '../../ui/data/id-chip';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';
import { SearchInput } from '../../ui/inputs/search-input';
import { PageSection } from '../../ui/layout/page';
import { CreateProject } from './create-project';
import styles from './projects.module.css';
import { useOpenProject } from './use-open-project';

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
  const opener = useOpenProject(connectionId, accountId);
  const wanted = search.trim().toLocaleLowerCase();
  const shown = projects.filter(({ id, display_name: name }) => `${name}\n${id}`.toLocaleLowerCase().includes(wanted));
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('projects.create')}
    </Button>
  );
  return (
    <PageSection title={t('projects.title')} text={t('projects.text')} action={projects.length > 0 ? create : undefined}>
      {projects.length === 0 && (
        <EmptyState icon={LayoutGrid} title={t('projects.empty')} text={t('projects.empty.text')} action={create} />
      )}
      {projects.length > 0 && <SearchInput label={t('projects.search')} value={search} onValueChange={setSearch} />}
      {projects.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={LayoutGrid}
          title={t('projects.no-match')}
          action={<Button onClick={() => setSearch('')}>{t('projects.no-match.clear')}</Button>}
        />
      )}
      <ul className={styles.cards}>
        {shown.map((project) => (
          <ProjectItem key={project.id} project={project} busy={opener.opening === project.id} onOpen={() => opener.open(project)} />
        ))}
      </ul>
      <CreateProject open={isCreating} onOpenChange={setCreating} connectionId={connectionId} accountId={accountId} />
    </PageSection>
  );
}

function ProjectItem({ project, busy, onOpen }: { project: AdminProject; busy: boolean; onOpen: () => void }) {
  const { t } = useMessages();
  const { id, display_name: name, description, user_count: users, is_production_mode: isProduction } = project;
  return (
    <li className={styles.card}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(name)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <div className={styles.facts}>
          <IdChip value={id} />
          {users !== undefined && <span>{t('projects.users', { count: users })}</span>}
          {isProduction && <Badge tone="bad">{t('projects.production')}</Badge>}
        </div>
      </div>
      <Button busy={busy} onClick={onOpen} aria-label={t('projects.open.named', { name })}>
        {t('projects.open')}
      </Button>
    </li>
  );
}
