import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Comparison } from '#contract/bridge/configuration.ts';
import type { FileProblem } from '#contract/bridge/drift.ts';
import { fail } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FaultList, NamingProblems } from '#parts/configuration-faults.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { type ChosenSide, emptySide, requestedSide } from './chosen-side';
import styles from './compare.module.css';
import { ComparedView } from './compared-view';
import { FollowedSection } from './followed-section';
import { SideCard } from './side-card';

/** Compares the configuration of two projects, or of a project and a file, and applies differences. */
export function CompareScreen() {
  const { connection: connectionId = '' } = useParams();
  const [search] = useSearchParams();
  // Files and results are of one connection.
  return <Compare key={connectionId} connectionId={connectionId} opensFollowed={search.get('source') === 'followed'} />;
}

type Compared = Extract<Comparison, { readonly state: 'compared' }>;

interface CompareProps {
  connectionId: string;
  /** Whether the followed file and the project are compared at once. */
  opensFollowed: boolean;
}

function Compare({ connectionId, opensFollowed }: CompareProps) {
  const [source, setSource] = useState<ChosenSide>(() => ({ ...emptySide, connectionId }));
  const [target, setTarget] = useState<ChosenSide>(() => ({ ...emptySide, kind: 'file' }));
  const [shown, setShown] = useState<Compared | null>(null);
  const [problem, setProblem] = useState<Exclude<Comparison, { readonly state: 'compared' }> | null>(null);
  const comparing = useAction(
    async (chosenSource: ChosenSide, chosenTarget: ChosenSide) => {
      const [one, other] = await Promise.all([readAgain(chosenSource), readAgain(chosenTarget)]);
      const [from, to] = [requestedSide(one), requestedSide(other)];
      if (from === null || to === null) throw new Error('A side is missing.');
      return { one, other, result: await api.configuration.compare({ source: from, target: to }) };
    },
    {
      onDone({ one, other, result }) {
        setSource(one);
        setTarget(other);
        setShown(result.state === 'compared' ? result : null);
        setProblem(result.state === 'compared' ? null : result);
      },
      onFailure: () => setShown(null),
    },
  );
  const change = (set: (side: ChosenSide) => void) => (side: ChosenSide) => {
    set(side);
    setProblem(null);
    comparing.reset();
  };
  const compare = () => void comparing.run(source, target);
  const followed = useOpenFollowed(connectionId, opensFollowed, (file) => void comparing.run(file, { ...emptySide, connectionId }));
  if (shown !== null)
    return (
      <ComparedView
        // What is ticked is of these sides.
        key={JSON.stringify([source, target].map(({ kind, connectionId, file }) => [kind, connectionId, file?.name]))}
        sections={shown.sections}
        baseMillis={shown.baseMillis}
        source={source}
        target={target}
        isComparing={comparing.isPending}
        onCompareAgain={compare}
        onSwap={() => void comparing.run(target, source)}
        onChangeSides={() => setShown(null)}
      />
    );
  return (
    <Start
      source={source}
      target={target}
      problem={problem}
      comparing={comparing}
      onSource={change(setSource)}
      onTarget={change(setTarget)}
      onCompare={compare}
    >
      <FollowedSection
        connectionId={connectionId}
        problem={followed.problem}
        isBusy={followed.isPending || comparing.isPending}
        onCompare={followed.open}
      />
    </Start>
  );
}

interface StartProps {
  source: ChosenSide;
  target: ChosenSide;
  problem: Exclude<Comparison, { readonly state: 'compared' }> | null;
  comparing: Pick<ReturnType<typeof useAction>, 'isPending' | 'failure'>;
  onSource: (side: ChosenSide) => void;
  onTarget: (side: ChosenSide) => void;
  onCompare: () => void;
  children: ReactNode;
}

/** The choice of both sides, with what keeps one of them from being compared. */
function Start({ source, target, problem, comparing, onSource, onTarget, onCompare, children }: StartProps) {
  const { t } = useMessages();
  const reason = useMissingReason(source, target);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <Page>
      <PageSection title={t('compare.title')} text={t('compare.text')}>
        <div className={styles.sides}>
          <SideCard title={t('compare.source')} side={source} isBusy={comparing.isPending} onChange={onSource} />
          <span className={styles.arrow}>
            <Icon of={ArrowRight} size={16} />
          </span>
          <SideCard title={t('compare.target')} side={target} isBusy={comparing.isPending} onChange={onTarget} />
        </div>
        <div ref={alert}>
          {problem !== null && <SideProblem problem={problem} side={problem.side === 'source' ? source : target} />}
          {comparing.failure !== null && <FormFailure report={comparing.failure} />}
        </div>
        <p className={styles.quiet}>{t('compare.secrets')}</p>
        <div className={styles.startFoot}>
          <Button variant="primary" busy={comparing.isPending} disabledReason={reason} onClick={onCompare}>
            {t('compare.action')}
          </Button>
        </div>
      </PageSection>
      {children}
    </Page>
  );
}

/** Why the sides can’t be compared yet. */
function useMissingReason(source: ChosenSide, target: ChosenSide): string | undefined {
  const { t } = useMessages();
  const [from, to] = [useConnection(source.connectionId), useConnection(target.connectionId)];
  const isMissing = (side: ChosenSide, connection: unknown) => requestedSide(side) === null || (side.kind === 'project' && !connection);
  if (isMissing(source, from)) return t('compare.source.missing');
  if (isMissing(target, to)) return t('compare.target.missing');
  const isSame = source.kind === 'project' && target.kind === 'project' && source.connectionId === target.connectionId;
  return isSame ? t('compare.same-project') : undefined;
}

interface SideProblemProps {
  problem: Exclude<Comparison, { readonly state: 'compared' }>;
  side: ChosenSide;
}

/** What keeps a side from being compared. */
function SideProblem({ problem, side }: SideProblemProps) {
  const { t } = useMessages();
  if (problem.state === 'failed')
    return (
      <div className={styles.problem}>
        <p className={styles.problemSide}>{t(`compare.problem.${problem.side}`)}</p>
        <FormFailure report={problem.error} />
      </div>
    );
  if (problem.state === 'names') return <NamingProblems problems={problem.problems} />;
  return (
    <Callout tone="bad" title={t('compare.faults', { count: problem.faults.length, file: side.file?.name ?? '' })}>
      <FaultList faults={problem.faults} />
    </Callout>
  );
}

interface OpenFollowed {
  /** Why the file couldn’t be read the last time. */
  readonly problem: FileProblem | null;
  readonly isPending: boolean;
  open(): void;
}

/** Reads the file that a connection follows, at once if `isAtOnce`, and passes it on as a side. */
function useOpenFollowed(connectionId: string, isAtOnce: boolean, onOpen: (file: ChosenSide) => void): OpenFollowed {
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const { isPending, run } = useAction(() => api.drift.readFile({ connectionId }), {
    onDone(result) {
      setProblem(result.state === 'unread' ? result.problem : null);
      if (result.state === 'unread') return;
      const file = { name: result.name, text: result.text, isPasted: false, followedBy: connectionId };
      onOpen({ kind: 'file', connectionId: '', file });
    },
  });
  useEffect(() => {
    if (isAtOnce) void run();
  }, [isAtOnce, run]);
  return { problem, isPending, open: () => void run() };
}

/** Resolves to a side with the followed file as it is now. Throws `import-not-read` if it can no longer be read, and `object-gone`. */
async function readAgain(side: ChosenSide): Promise<ChosenSide> {
  const { kind, file } = side;
  if (kind !== 'file' || file?.followedBy === undefined) return side;
  const read = await api.drift.readFile({ connectionId: file.followedBy });
  if (read.state === 'unread') throw fail('import-not-read');
  return { ...side, file: { ...file, name: read.name, text: read.text } };
}
