import { Calendar, User } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatAtLeast, formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { ListToolbar } from '#ui/layout/list-frame.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/overlays/menu.tsx';
import type { JobsPlace } from '#window/url-state.ts';
import { jobDays } from '../jobs-place';

interface JobsToolbarProps {
  place: JobsPlace;
  /** Users of this computer who started jobs, of those read so far. */
  users: readonly string[];
  active: number;
  /** Number of ended jobs read so far; undefined until the first page was. */
  finished: number | undefined;
  hasMore: boolean;
  onChange: (change: JobsPlace) => void;
}

/** The filters: which jobs, who started them, and when. */
export function JobsToolbar({ place, users, active, finished, hasMore, onChange }: JobsToolbarProps) {
  const { t, locale } = useMessages();
  const count = finished === undefined ? '' : hasMore ? formatAtLeast(finished, locale) : formatNumber(finished, locale);
  const timeText = t(`jobs.time.${place.time ?? 'any'}`);
  return (
    <ListToolbar label={t('jobs.toolbar')}>
      <Segmented
        label={t('jobs.state')}
        value={place.state ?? 'all'}
        options={[
          { value: 'all', label: t('jobs.state.all') },
          { value: 'active', label: t('jobs.state.active', { count: formatNumber(active, locale) }) },
          { value: 'finished', label: t('jobs.state.finished', { count }) },
        ]}
        onValueChange={(state) => onChange({ state: state === 'all' ? undefined : state })}
      />
      {(users.length > 1 || place.by !== undefined) && (
        <Menu trigger={filterTrigger(User, t('journal.actor'), place.by ?? t('journal.actor.any'), place.by !== undefined)}>
          <MenuChoices value={place.by ?? ''} onValueChange={(by) => onChange({ by: by === '' ? undefined : by })}>
            <MenuChoice value="">{t('journal.actor.any')}</MenuChoice>
            {users
              .filter((user) => user !== '')
              .map((user) => (
                <MenuChoice key={user} value={user}>
                  {user}
                </MenuChoice>
              ))}
          </MenuChoices>
        </Menu>
      )}
      <Menu trigger={filterTrigger(Calendar, t('journal.time'), timeText, place.time !== undefined)}>
        <MenuChoices value={place.time ?? ''} onValueChange={(next) => onChange({ time: times.find((time) => time === next) })}>
          <MenuChoice value="">{t('jobs.time.any')}</MenuChoice>
          {times.map((time) => (
            <MenuChoice key={time} value={time}>
              {t(`jobs.time.${time}`)}
            </MenuChoice>
          ))}
        </MenuChoices>
      </Menu>
    </ListToolbar>
  );
}

const times = Object.keys(jobDays) as (keyof typeof jobDays)[];

function filterTrigger(icon: typeof User, label: string, text: string, isOn: boolean): ReactElement {
  return (
    <FilterButton icon={icon} isOn={isOn} aria-label={`${label}: ${text}`} title={text}>
      {text}
    </FilterButton>
  );
}
