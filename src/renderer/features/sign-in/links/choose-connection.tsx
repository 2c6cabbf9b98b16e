import { useNavigate } from 'react-router';
import type { Account } from '../../../../contract/bridge/accounts';
import type { Connection } from '../../../../contract/bridge/connections';
import type { LinkSummary } from '../../../../contract/bridge/links';
import { inRailOrder } from '../../../../contract/rail-order';
import { CardFrame, CardHead } from '../../../blocks/card/card-frame';
import { distinctDetails } from '../../../lib/distinct-details';
import { hostOf } from '../../../lib/host-of';
import { tileInitials } from '../../../lib/initials';
import { useAccountName } from '../../../lib/rules/account-name';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { accountsStore, currentAccount } from '../../../stores/accounts';
import { useConnections } from '../../../stores/connections';
import { EnvironmentBadge } from '../../../ui/data/environment-badge';
import { Button } from '../../../ui/inputs/button';
import steps from '../steps/steps.module.css';
import styles from './links.module.css';
import { useDismissLink } from './use-decision';

interface ChooseConnectionProps {
  link: LinkSummary;
  onChoose: (connectionId: string) => void;
}

/** For a link that doesn't say which project it belongs to. */
export function ChooseConnection({ link, onChoose }: ChooseConnectionProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = inRailOrder(useConnections());
  const fitting = connections.filter(({ id }) => link.fits.includes(id));
  const details = useDetails(connections, fitting);
  const dismissal = useDismissLink(link.id, paths.start());
  return (
    <CardFrame>
      <CardHead title={t('link.choose')} />
      <div className={steps.step}>
        <p className={steps.text}>{fitting.length === 0 ? t('link.choose.none') : t('link.choose.text')}</p>
        {fitting.length === 0 && (
          <Button className={steps.wide} variant="primary" onClick={() => void navigate(paths.connect())}>
            {t('link.choose.connect')}
          </Button>
        )}
        <ul className={styles.choices}>
          {fitting.map(({ id, name, environment, colour }, at) => (
            <li key={id}>
              <Button className={styles.choice} onClick={() => onChoose(id)}>
                <span className={styles.tile} aria-hidden="true">
                  {tileInitials(name)}
                </span>
                <span className={styles.name}>
                  {name}
                  <span className={styles.detail}>{details[at]}</span>
                </span>
                <EnvironmentBadge environment={environment} colour={colour} />
              </Button>
            </li>
          ))}
        </ul>
        <Button variant="plain" className={steps.wide} busy={dismissal.isPending} onClick={() => void dismissal.run()}>
          {t('link.dismiss')}
        </Button>
      </div>
    </CardFrame>
  );
}

const none: readonly Account[] = [];

/** Distinguishes the connections by server, project ID, current account, and their number in the rail. */
function useDetails(all: readonly Connection[], shown: readonly Connection[]): string[] {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const accounts = accountsStore((state) => state.value) ?? none;
  const rows = shown.map((connection) => {
    const { id, name, environment, baseUrl, projectId } = connection;
    const account = currentAccount(accounts, id);
    const signedIn = account === undefined ? t('shell.account.none') : nameOf(account);
    const number = t('link.choose.number', { number: all.indexOf(connection) + 1 });
    return [`${name} ${environment}`, hostOf(baseUrl), projectId, signedIn, number];
  });
  return distinctDetails(rows).map((detail) => detail.join(' · '));
}
