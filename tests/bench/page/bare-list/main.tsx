/** The least that a virtual list of the same rows can be: the same library, the same cells, texts that are there already. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';

const count = 20_000;
const rowHeight = 36;

const rows = Array.from({ length: count }, (_, at) => ({
  initials: 'AL',
  name: `Ada Lovelace ${at}`,
  email: `ada.lovelace${at}@analytical.example`,
  active: `${at % 60} minutes ago`,
  exact: `Nov 18, 2026, 09:41:${at % 60} GMT+1`,
  methods: 'Password, Google, GitHub',
}));

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 10 });
  return (
    <div ref={scroller} className="scroller">
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element */}
      <div role="grid" aria-label="Users" className="rows" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div key={index} data-row={index} className="row" style={{ height: rowHeight, transform: `translateY(${start}px)` }}>
            <Cells row={rows[index]} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Cells({ row }: { row: (typeof rows)[number] | undefined }) {
  if (row === undefined) return null;
  return (
    <>
      <div className="cell">
        <span className="avatar">{row.initials}</span>
      </div>
      <div className="cell">
        <span className="person">
          <bdi title={row.name}>{row.name}</bdi>
          <span title={row.email}>{row.email}</span>
        </span>
      </div>
      <div className="cell">
        <time title={row.exact}>{row.active}</time>
      </div>
      <div className="cell">
        <span title={row.methods}>{row.methods}</span>
      </div>
    </>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<List />);
