import { useEffect, useState } from 'react';
import { systemReport } from '../../../contract/support/system-report';
import { api } from '../../api';

export interface ReportFacts {
  readonly system: string;
  readonly lines: readonly string[];
  readonly platform: string;
}

/** What is known without the app: it may have stopped. */
const nothing: ReportFacts = { system: '', lines: [], platform: '' };

/** Reads what a problem report contains; null until then. Not a query, because the page's data may be what crashed. */
export function useReportFacts(): ReportFacts | null {
  const [facts, setFacts] = useState<ReportFacts | null>(null);
  useEffect(() => {
    readFacts().then(setFacts, () => setFacts(nothing));
  }, []);
  return facts;
}

async function readFacts(): Promise<ReportFacts> {
  const [info, updates, lines] = await Promise.all([api.app.info({}), api.app.updates({}), api.app.logCodes({})]);
  return { system: systemReport(info, updates.value), lines, platform: info.platform };
}
