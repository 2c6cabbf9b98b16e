import { FlaskConical, Plus, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { type RailSection, railSections } from '#contract/rail-order.ts';
import { useHasSandbox, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Tooltip } from '#ui/feedback/tooltip.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { loadRecents, maxPlainConnections, recentConnections, useRecents } from '#window/recent-connections.ts';
import { paths } from '#window/routes.ts';
import { useCommands } from '../commands/commands';
import { Keys } from '../commands/keys';
import { ImpersonationTiles } from '../impersonation/impersonation-tiles';
import { NoticesButton } from '../notices/notices-panel';
import { usePlace } from '../use-place';
import styles from './rail.module.css';
import { RailTile } from './rail-tile';
import { useOpenSandbox } from './use-open-sandbox';
import { type RailOrder, useRailOrder } from './use-rail-order';

/** A tile per connection, the sandbox, and what belongs to the whole app. */
export function Rail() {
  const { t } = useMessages();
  const connections = useTopic('connections.list');
  const sections = railSections(connections);
  const recent = useRecentSection(connections);
  const hasSandbox = sections.some(({ kind }) => kind === 'sandbox');
  const ids = sections.flatMap(({ connections }) => connections.map(({ id }) => id));
  const order = useRailOrder();
  return (
    <nav className={styles.rail} aria-label={t('shell.rail')}>
      {recent.connections.length > 0 && <Section section={recent} numberOf={(id) => ids.indexOf(id) + 1} order={null} />}
      {!recent.isLate &&
        sections.map((section) => (
          <Section key={`${section.kind} ${section.name}`} section={section} numberOf={(id) => ids.indexOf(id) + 1} order={order} />
        ))}
      <VisuallyHidden role="status">{order.announcement}</VisuallyHidden>
      {!hasSandbox && <SandboxTile />}
      <ImpersonationTiles />
      <AddTile />
      <span className={styles.space} />
      <NoticesButton />
      <SettingsButton />
    </nav>
  );
}

interface RecentSection {
  readonly kind: 'recent';
  readonly name: null;
  readonly connections: readonly Connection[];
  /** Whether it isn't known yet, and what is below it has to wait. */
  readonly isLate: boolean;
}

/** Returns the connections that were used last, where there are many. */
function useRecentSection(connections: readonly Connection[]): RecentSection {
  const ids = useRecents((state) => state.atStart);
  const isWanted = connections.length > maxPlainConnections;
  useEffect(() => {
    if (isWanted) void loadRecents();
  }, [isWanted]);
  return { kind: 'recent', name: null, connections: recentConnections(connections, ids ?? []), isLate: isWanted && ids === null };
}

function SettingsButton() {
  const { t } = useMessages();
  const { screen } = usePlace();
  const { settings } = useCommands();
  return (
    <IconButton
      label={t('shell.settings')}
      icon={Settings}
      tooltipSide="right"
      hint={<Keys keys={['mod', ',']} />}
      aria-current={screen === 'settings' ? 'true' : undefined}
      onClick={() => settings()}
    />
  );
}

interface SectionProps {
  section: RailSection<Connection> | RecentSection;
  numberOf: (id: string) => number;
  /** Null where tiles can't be moved. */
  order: RailOrder | null;
}

function Section({ section: { kind, name, connections }, numberOf, order }: SectionProps) {
  const { t } = useMessages();
  const label = name ?? t(`shell.rail.section.${kind}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a border; the group only needs a label
    <div role="group" aria-label={label} className={styles.section}>
      {name !== null && (
        <span className={styles.group} title={name} aria-hidden="true" dir="auto">
          {name}
        </span>
      )}
      <ul className={styles.tiles}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <RailTile connection={connection} number={numberOf(connection.id)} order={order} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SandboxTile() {
  const { t } = useMessages();
  const { busy, open } = useOpenSandbox();
  const label = t(useHasSandbox() ? 'first-run.sandbox.open' : 'shell.rail.start-sandbox');
  return (
    <Tooltip side="right" content={label}>
      <button type="button" className={cx(styles.tile, styles.dashed)} aria-label={label} aria-busy={busy} onClick={open}>
        <Icon of={FlaskConical} size={17} />
      </button>
    </Tooltip>
  );
}

function AddTile() {
  const { t } = useMessages();
  const { screen } = usePlace();
  return (
    <Tooltip side="right" content={t('shell.rail.add')}>
      <Link
        to={paths.connect()}
        className={cx(styles.tile, styles.dashed)}
        aria-label={t('shell.rail.add')}
        aria-current={screen === 'connect' ? 'true' : undefined}
      >
        <Icon of={Plus} />
      </Link>
    </Tooltip>
  );
}
