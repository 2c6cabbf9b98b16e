import { useNavigate } from 'react-router';
import type { LinkSummary } from '#contract/bridge/links.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { useTopic } from '#data/topics.ts';
import { tileInitials } from '#lib/initials.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { CardFrame, CardHead } from '#parts/card-frame.tsx';
import { useConnectionDetails } from '#parts/connections/use-connection-details.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import steps from '../steps/steps.module.css';
import styles from './links.module.css';
import { useDismissLink } from './use-decision';

interface ChooseConnectionProps {
  link: LinkSummary;
  onChoose: (connectionId: string) => void;
}

/** For a link that doesn't say which project it belongs to, or to whose project there are several connections, or none. */
export function ChooseConnection({ link, onChoose }: ChooseConnectionProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = inRailOrder(useTopic('connections.list'));
  const fitting = connections.filter(({ id }) => link.fits.includes(id));
  const details = useConnectionDetails(fitting, { hasHost: true });
  const dismissal = useDismissLink(link.id);
  return (
    <CardFrame>
      <CardHead title={titleOf(link, fitting.length, t)} />
      <div className={steps.step}>
        <p className={steps.text}>{textOf(link, fitting.length, t)}</p>
        {link.screen !== null && (
          <DefinitionList>
            <Definition label={t('link.screen.project')}>
              <code className={styles.path}>{link.screen.projectId}</code>
            </Definition>
            <Definition label={t('link.screen.path')}>
              <code className={styles.path}>{link.screen.path}</code>
            </Definition>
          </DefinitionList>
        )}
        {fitting.length === 0 && (
          <Button className={steps.wide} variant="primary" onClick={() => void navigate(paths.connect())}>
            {t('link.choose.connect')}
          </Button>
        )}
        <ul className={styles.choices}>
          {fitting.map((connection) => (
            <li key={connection.id}>
              <Button className={styles.choice} onClick={() => onChoose(connection.id)}>
                <span className={styles.tile} aria-hidden="true">
                  {tileInitials(connection.name)}
                </span>
                <span className={styles.name}>
                  {connection.name}
                  <span className={styles.detail}>{details.get(connection.id)}</span>
                </span>
                <EnvironmentBadge connection={connection} />
              </Button>
            </li>
          ))}
        </ul>
        <Button variant="plain" className={steps.wide} busy={dismissal.isPending} onClick={() => void dismissal.run(paths.start())}>
          {t('link.dismiss')}
        </Button>
      </div>
    </CardFrame>
  );
}

function titleOf({ screen }: LinkSummary, fitting: number, t: Translator['t']): string {
  if (screen === null) return t('link.choose');
  return fitting === 0 ? t('link.screen.none') : t('link.screen.choose');
}

function textOf({ screen }: LinkSummary, fitting: number, t: Translator['t']): string {
  if (screen === null) return t(fitting === 0 ? 'link.choose.none' : 'link.choose.text');
  return t(fitting === 0 ? 'link.screen.none.text' : 'link.screen.choose.text');
}
