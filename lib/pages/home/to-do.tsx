/**
 * A section of Home with the tasks of staff, as links to filtered lists. The number of each task is loaded separately.
 */

import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../app/links.tsx'
import { Section } from '../details/section.tsx'
import { useErrorSentence } from '../placeholders/failure.tsx'
import { texts as placeholders } from '../placeholders/texts.ts'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { type Count, countQuery, pathOf, type Task, tasksFor } from './tasks.ts'
import { texts } from './texts.ts'

export function ToDo() {
  const text = useTexts(texts)
  const { account } = useSession()
  return (
    <Section title={text.toDo}>
      <Stack gap="xs">
        {tasksFor(account).map(task => (
          <Row key={task.name} task={task} />
        ))}
      </Stack>
    </Section>
  )
}

function Row({ task }: { task: Task }) {
  const text = useTexts(texts)
  const { api } = useSession()
  const { number } = useFormats()
  const { data, error, refetch } = useQuery(countQuery(api, task))
  const hint = data?.checked ? text.checked(number(data.checked)) : null
  return (
    <div>
      <TextLink to={pathOf(task)} search={task.search} underline="hover">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{text.tasks[task.name]}</Text>
          {!error && <Total count={data} />}
        </Group>
      </TextLink>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {error && <Failure error={error} retry={refetch} />}
    </div>
  )
}

function Total({ count }: { count: Count | undefined }) {
  const { loading } = useTexts(placeholders)
  const { number } = useFormats()
  if (!count) return <Skeleton h={20} w={28} role="status" aria-label={loading} />
  return (
    <Badge className="numbers" color={count.value > 0 ? 'indigo' : 'gray'} size="lg">
      {number(count.value)}
    </Badge>
  )
}

/** The error in place of a number that could not be loaded. The other numbers stay visible. */
function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  const text = useTexts(placeholders)
  return (
    <Group gap="xs" role="alert">
      <Text size="xs">{useErrorSentence(error)}</Text>
      <Button size="compact-xs" variant="default" onClick={() => void retry()}>
        {text.retry}
      </Button>
    </Group>
  )
}
