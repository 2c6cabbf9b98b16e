import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import { cx } from '#lib/class-names.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { isEqual } from '#parts/form/form-changes.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { DiagnosisList } from '#ui/feedback/diagnosis-list.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { checkText, releaseText } from './check-text';
import type { ConnectionValues } from './connection-values';
import styles from './test-panel.module.css';
import type { ConnectionForm, FinishedTest } from './use-connection-form';

/** The test results: each credential separately, and the project. */
export function TestPanel({ form: { isTesting, tested, values } }: { form: ConnectionForm }) {
  const { t } = useMessages();
  if (isTesting) return <Waiting />;
  if (tested === null) return <Untested />;
  const { result } = tested;
  const isProjectMissing = result.checks.some(({ name, outcome }) => name === 'project' && outcome === 'refused');
  return (
    <div className={styles.panel}>
      <h2>{t('connect.test.result')}</h2>
      <div role="status">
        <Summary result={result} />
        {isOutdated(tested, values) && <p className={styles.outdated}>{t('connect.test.outdated')}</p>}
      </div>
      <Card>
        <ul aria-label={t('connect.test.checks')}>
          {result.checks.map((check) => (
            <CheckRow key={check.name} check={check} isProjectMissing={isProjectMissing} />
          ))}
        </ul>
      </Card>
      {result.project !== null && <ProjectFacts result={result} project={result.project} />}
    </div>
  );
}

/** Whether something that the test depended on has changed since. */
export function isOutdated({ values: then }: FinishedTest, now: ConnectionValues): boolean {
  return then.baseUrl !== now.baseUrl || then.projectId !== now.projectId || !isEqual(then.keys, now.keys);
}

function Untested() {
  const { t } = useMessages();
  return (
    <div className={styles.panel}>
      <h2>{t('connect.test')}</h2>
      <p className={styles.text}>{t('connect.test.text')}</p>
    </div>
  );
}

function Waiting() {
  const { t } = useMessages();
  return (
    <div className={styles.panel}>
      <h2>{t('connect.test.result')}</h2>
      <LoadingStatus />
      <Card>
        {[96, 72, 120, 88, 104].map((width) => (
          <div key={width} className={cx(styles.row, styles.waiting)}>
            <Skeleton circle width={16} height={16} />
            <Skeleton width={width} />
          </div>
        ))}
      </Card>
    </div>
  );
}

function Summary({ result: { checks } }: { result: TestResult }) {
  const { t } = useMessages();
  const refused = checks.filter(({ outcome }) => outcome === 'refused').length;
  if (refused === 0) return <Callout tone="good" title={t('connect.test.ok')} />;
  const isAway = checks.some(({ name, outcome }) => name === 'reach' && outcome === 'refused');
  return <Callout tone="warn" title={isAway ? t('connect.test.away') : t('connect.test.refused', { count: refused })} />;
}

function ProjectFacts({ result, project }: { result: TestResult; project: NonNullable<TestResult['project']> }) {
  const { t } = useMessages();
  const own = (['password', 'magicLink', 'passkey'] as const).filter((method) => project[method]);
  const methods = [...project.providers.map(providerName), ...own.map((method) => t(methodNames[method]))];
  return (
    <DefinitionList>
      <Definition label={t('connect.test.project')}>
        <bdi>{project.displayName}</bdi>
      </Definition>
      <Definition label={t('connect.test.release')}>{releaseText(result.release, t)}</Definition>
      <Definition label={t('connect.test.methods')}>
        <span className={styles.badges}>
          {methods.map((method) => (
            <Badge key={method}>{method}</Badge>
          ))}
          {methods.length === 0 && t('connect.test.methods.none')}
        </span>
      </Definition>
      <Definition label={t('connect.test.sign-up')}>
        {t(project.signUp ? 'connect.test.sign-up.open' : 'connect.test.sign-up.closed')}
      </Definition>
    </DefinitionList>
  );
}

const methodNames = {
  password: 'method.password',
  magicLink: 'method.otp',
  passkey: 'method.passkey',
} as const satisfies Readonly<Record<string, MessageKey>>;

const icons: Readonly<Record<ConnectionCheck['outcome'], LucideIcon>> = {
  ok: CircleCheck,
  refused: CircleX,
  missing: CircleDashed,
  'not-needed': CircleCheck,
  'not-checked': CircleDashed,
};

/** One check: what it was about, what came of it, and what to do where it failed. */
function CheckRow({ check, isProjectMissing }: { check: ConnectionCheck; isProjectMissing: boolean }) {
  const { t } = useMessages();
  const { name, outcome, millis, error } = check;
  return (
    <li className={cx(styles.row, styles[outcome])}>
      <Icon of={icons[outcome]} size={16} />
      <div className={styles.words}>
        <p className={styles.name}>
          {t(`connect.check.${name}`)}
          {outcome === 'ok' && <span className={styles.millis}>{t('ui.diagnosis.millis', { millis })}</span>}
        </p>
        <Outcome check={check} isProjectMissing={isProjectMissing} />
        {error?.diagnosis !== undefined && <DiagnosisList diagnosis={error.diagnosis} />}
      </div>
    </li>
  );
}

function Outcome({ check, isProjectMissing }: { check: ConnectionCheck; isProjectMissing: boolean }) {
  const messages = useMessages();
  const { text, next } = checkText(messages, check, isProjectMissing);
  if (text === '') return null;
  return <p className={styles.outcome}>{next === undefined ? text : messages.t('connect.check.failed', { title: text, next })}</p>;
}
