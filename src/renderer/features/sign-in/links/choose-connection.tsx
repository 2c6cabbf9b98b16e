import { useNavigate } from 'react-router';
import type { WaitingLink } from '../../../../contract/bridge/links';
import { tileInitials } from '../../../lib/initials';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { useConnections } from '../../../stores/connections';
import { Button } from '../../../ui/button';
import { EnvironmentBadge } from '../../../ui/environment-badge';
import { CardFrame, CardHead } from '../card-frame';
import steps from '../steps.module.css';
import styles from './links.module.css';

/** For a link that does not say which project it belongs to. */
export function ChooseConnection({ link, onChoose }: { link: WaitingLink; onChoose: (connectionId: string) => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const fitting = useConnections().filter(({ id }) => link.fits.includes(id));
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
          {fitting.map(({ id, name, environment, colour }) => (
            <li key={id}>
              <Button className={styles.choice} onClick={() => onChoose(id)}>
                <span className={styles.tile} aria-hidden="true">
                  {tileInitials(name)}
                </span>
                <span className={styles.name}>{name}</span>
                <EnvironmentBadge environment={environment} colour={colour} />
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </CardFrame>
  );
}
