/** Lists all fields in order on wide screens. Clicking a field opens it. */
import type { SigningView } from '@countersign/contract';
import type { Task } from '../flow/fields.ts';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

type Props = { tasks: readonly Task[]; active: string | null; view: SigningView; onChoose: (field: string) => void };

export function TaskList({ tasks, active, view, onChoose }: Props) {
  const { m, day } = useWords();
  const required = tasks.filter((task) => task.field.required);
  const optional = tasks.filter((task) => !task.field.required);
  const { document, sender } = view;
  return (
    <aside class="task-list" aria-label={m.toDo}>
      <Part title={m.toDo} tasks={required} active={active} onChoose={onChoose} />
      <Part title={m.optionalParts} tasks={optional} active={active} onChoose={onChoose} />
      <dl class="task-facts">
        <dt>{m.from}</dt>
        <dd>
          {sender.name}
          <span class="muted">{sender.organization}</span>
        </dd>
        {document.expiration === null ? null : (
          <>
            <dt>{m.signBy}</dt>
            <dd>{day(document.expiration)}</dd>
          </>
        )}
      </dl>
    </aside>
  );
}

type PartProps = Omit<Props, 'view'> & { title: string };

function Part({ title, tasks, active, onChoose }: PartProps) {
  const { m } = useWords();
  if (tasks.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ol>
        {tasks.map(({ field, done }) => (
          <li key={field.id}>
            <button
              type="button"
              class={`task ${done ? 'is-done' : ''}`}
              aria-current={active === field.id ? 'step' : undefined}
              onClick={() => onChoose(field.id)}
            >
              <span class="task-tick">{done ? <Icon name="check" size={14} /> : null}</span>
              <span class="task-name">
                <bdi>{field.label ?? m.kinds[field.kind]}</bdi>
                <span class="sr">, </span>
                <span class="muted">{m.onPage(field.page)}</span>
              </span>
              <span class="sr">, {done ? m.done : m.open}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
