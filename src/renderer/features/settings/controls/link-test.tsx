import { useState } from 'react';
import type { LinkTestResult } from '../../../../contract/bridge/links';
import { api } from '../../../api';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

/** Tests whether the system passes `latchkey://` links to this program, and repairs it. */
export function LinkTest({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const [result, setResult] = useState<LinkTestResult | null>(null);
  const test = useAction(async () => setResult(await api.links.selfTest({})));
  const register = useAction(async () => {
    const { isRegistered } = await api.links.register({});
    setResult((before) => before && { ...before, isOwn: isRegistered, program: isRegistered ? null : before.program });
  });
  return (
    <div className={styles.field}>
      <div className={styles.status}>
        <span role="status">
          {result && !test.isPending && t(`settings.links.${outcomeOf(result)}`, { program: result.program ?? '' })}
        </span>
        {result !== null && !result.hasArrived && !result.isOwn && (
          <Button busy={register.isPending} onClick={() => void register.run()}>
            {t('settings.links.register')}
          </Button>
        )}
        <Button
          busy={test.isPending}
          aria-describedby={describedBy}
          aria-disabled={isDisabled || undefined}
          onClick={() => isDisabled || void test.run()}
        >
          {t('settings.links.test')}
        </Button>
      </div>
    </div>
  );
}

function outcomeOf({ hasArrived, isOwn, program }: LinkTestResult): 'arrived' | 'lost' | 'other' | 'none' {
  if (hasArrived) return 'arrived';
  if (isOwn) return 'lost';
  return program === null ? 'none' : 'other';
}
