import { Link } from 'react-router';
import { watchKinds } from '#contract/watch/rules.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useOfferedRules } from '#parts/connections/use-watch-rules.ts';
import { SelectField } from '#parts/form/select-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { paths } from '#window/routes.ts';
import styles from './connection-form.module.css';
import type { ConnectionForm } from './use-connection-form';

/** What the watch looks for at the connection, where that differs from the settings. */
export function WatchFields({ form }: { form: ConnectionForm }) {
  const { t } = useMessages();
  const isOn = useTopic('settings.state').watch;
  const offered = useOfferedRules();
  return (
    <Card>
      <div className={styles.targets}>
        {watchKinds.map((kind) => {
          const { options, lockText } = offered(kind);
          return (
            <SelectField
              key={kind}
              form={form}
              name={`watchRules.${kind}`}
              options={options}
              help={lockText}
              disabled={lockText !== undefined}
            />
          );
        })}
      </div>
      {!isOn && (
        <p className={styles.idle}>
          {t('connect.watch.off')} <Link to={paths.settings('notifications')}>{t('shell.read-only.settings')}</Link>
        </p>
      )}
    </Card>
  );
}
