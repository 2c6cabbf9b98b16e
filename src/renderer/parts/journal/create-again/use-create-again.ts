import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EndedStep, ShownCreateAgain, ShownStep } from '#contract/bridge/snapshots.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';

/** A step with how it ended, or that it is running. */
export interface RunStep extends ShownStep {
  readonly isRunning: boolean;
  readonly error: ErrorReport | null;
}

/** Which steps are made: those that aren't done, in their order. After a creation that failed or is unclear, none is. */
export function stepsToMake(steps: readonly Pick<ShownStep, 'id' | 'skip' | 'result'>[]): readonly string[] {
  return steps.filter(({ skip, result }) => skip === null && result !== 'done').map(({ id }) => id);
}

export type RunPhase = 'plan' | 'running' | 'failed' | 'unclear' | 'partly' | 'done';

/** Returns how far creating again is, from its steps. */
export function phaseOf(steps: readonly Pick<ShownStep, 'id' | 'skip' | 'result'>[], isRunning: boolean): RunPhase {
  if (isRunning) return 'running';
  const creation = steps.find(({ id }) => id === 'create')?.result ?? null;
  if (creation === null) return 'plan';
  if (creation === 'failed') return 'failed';
  if (creation !== 'done') return 'unclear';
  return stepsToMake(steps).length === 0 ? 'done' : 'partly';
}

interface Ran {
  /** The results of this dialog, by the IDs of steps. */
  readonly ended: Readonly<Record<string, EndedStep>>;
  readonly running: string | null;
  readonly isRunning: boolean;
  /** Why it couldn't be started, or went no further. */
  readonly failure: ErrorReport | null;
}

const nothingRan: Ran = { ended: {}, running: null, isRunning: false, failure: null };

/** Reads the plan of creating again. What it depends on is read each time. */
function usePlan(snapshotId: string) {
  return useQuery({
    queryKey: ['snapshots', 'plan', snapshotId],
    queryFn: () => api.snapshots.plan({ id: snapshotId }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Creates again from a snapshot, step by step. */
export function useCreateAgain(connectionId: string, snapshotId: string) {
  const client = useQueryClient();
  const { data: plan, error, refetch, isFetching } = usePlan(snapshotId);
  const [ran, setRan] = useState<Ran>(nothingRan);
  const isStopped = useRef(false);
  const steps = withResults(plan?.steps ?? [], ran);
  /** Makes the steps that aren't done. The creation that may have been done is only made again with `repeated`. */
  const run = async (repeated = false) => {
    if (ran.isRunning) return;
    isStopped.current = false;
    setRan((now) => ({ ...now, isRunning: true, failure: null }));
    try {
      const { runId } = await api.snapshots.start({ connectionId, id: snapshotId });
      for (const step of stepsToMake(steps)) {
        if (isStopped.current) break;
        setRan((now) => ({ ...now, running: step }));
        const result = await api.snapshots.step({ runId, step, repeated: step === 'create' ? repeated : true });
        setRan((now) => ({ ...now, running: null, ended: { ...now.ended, [step]: result } }));
        if (step === 'create' && result.result !== 'done') break;
      }
      setRan((now) => ({ ...now, isRunning: false }));
    } catch (thrown) {
      setRan((now) => ({ ...now, isRunning: false, running: null, failure: reportOf(thrown) }));
    }
    void client.invalidateQueries({ queryKey: ['snapshots', 'list'] });
  };
  const newId = Object.values(ran.ended).reduce<string | null>((found, { newId: id }) => id ?? found, plan?.snapshot.newId ?? null);
  return {
    plan: plan as ShownCreateAgain | undefined,
    planFailure: error === null ? null : reportOf(error),
    isReading: isFetching,
    readAgain: () => void refetch(),
    steps,
    phase: phaseOf(steps, ran.isRunning),
    failure: ran.failure,
    newId,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}

function withResults(steps: readonly ShownStep[], { ended, running }: Ran): readonly RunStep[] {
  return steps.map((step) => {
    const own = ended[step.id];
    const isRunning = step.id === running;
    if (own === undefined) return { ...step, isRunning, error: null };
    return { ...step, isRunning, result: own.result, code: own.error?.code ?? null, known: own.error?.known ?? null, error: own.error };
  });
}
