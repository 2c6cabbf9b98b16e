import { ImageField } from '../../../blocks/image/image-field';
import { useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useUpdateTeam } from '../../../queries/teams/own-team';
import { useConnection } from '../../../stores/connections';
import { IdChip } from '../../../ui/data/id-chip';
import { InlineEdit } from '../../../ui/inputs/inline-edit';
import { Card } from '../../../ui/layout/card';
import { FactRow } from '../../../ui/layout/fact-row';
import { Page, PageSection } from '../../../ui/layout/page';
import styles from '../own-team.module.css';
import type { TeamTabProps } from '../team-tab-props';
import { DeleteSection } from './delete-section';
import { LeaveSection } from './leave-section';
import { MetadataSections } from './metadata-sections';

/** The team's image, name, and metadata, and the ways out of it. */
export function GeneralTab(props: TeamTabProps) {
  return (
    <Page>
      <TeamSection {...props} />
      <MetadataSections {...props} />
      <LeaveSection {...props} />
      <DeleteSection {...props} />
    </Page>
  );
}

function TeamSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: update } = useUpdateTeam(of);
  const blocked = access.block('updateTeam');
  return (
    <PageSection title={t('team.general')} text={t('team.general.text')}>
      <Card>
        <ImageField
          id={team.id}
          name={team.display_name}
          imageUrl={team.profile_image_url}
          onSave={(url) => update({ profile_image_url: url })}
          disabledReason={blocked}
          environment={environment}
        />
        <FactRow label={t('team.name.label')}>
          <div className={styles.edited}>
            <InlineEdit
              label={t('team.name')}
              value={team.display_name}
              placeholder={nameOf(team)}
              disabledReason={blocked}
              onSave={async (name) => void (await update({ display_name: name }))}
            />
          </div>
        </FactRow>
        <FactRow label={t('team.id')}>
          <IdChip value={team.id} />
        </FactRow>
      </Card>
    </PageSection>
  );
}
