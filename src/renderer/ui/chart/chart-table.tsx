import styles from './chart-table.module.css';

interface ChartTableProps {
  label: string;
  /** Headings of the two columns. */
  columns: readonly [string, string];
  rows: readonly { readonly id: string; readonly name: string; readonly value: string }[];
}

/** The numbers of a chart as a table that scrolls. */
export function ChartTable({ label, columns: [name, value], rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be focusable for the keyboard
    <div role="group" className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{value}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
