/** The metadata of an order, which programs of the store read. It is edited as JSON. */

import { Button, Code, Group, JsonInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Order } from '../../../client/index.ts'
import { fieldErrorsOf } from '../../change/problem-details.tsx'
import { Section } from '../../details/section.tsx'
import { useSession } from '../../session/api.ts'
import { useTexts } from '../../session/language.ts'
import { OrderDialog, useDialog } from './dialog.tsx'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

type Metadata = Order['metadata']

const textOf = (metadata: Metadata) => (metadata ? JSON.stringify(metadata, null, 2) : '')

export function MetadataSection({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { open } = useDialog()
  const edit = (
    <Button size="xs" variant="default" onClick={() => open('metadata')}>
      {text.edit}
    </Button>
  )
  return (
    <Section title={text.metadata} aside={canChange && edit}>
      {order.metadata ? (
        <Code block tabIndex={0} aria-label={text.metadata} mah={300} className="breakable">
          {textOf(order.metadata)}
        </Code>
      ) : (
        <Text size="sm" c="dimmed">
          {text.noMetadata}
        </Text>
      )}
      <MetadataDialog order={order} />
    </Section>
  )
}

function MetadataDialog({ order }: { order: Order }) {
  const text = useTexts(texts)
  return (
    <OrderDialog name="metadata" title={text.editMetadata} size="lg">
      <MetadataForm order={order} />
    </OrderDialog>
  )
}

/** Returns undefined if the text is not an object in JSON. An empty text removes the metadata. */
function parse(text: string): Metadata | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : undefined
  } catch {
    return undefined
  }
}

const maxBytes = 100 * 1024

const isTooLarge = (text: string) => new TextEncoder().encode(JSON.stringify(parse(text))).length > maxBytes

function MetadataForm({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { close } = useDialog()
  const form = useForm({
    initialValues: { json: textOf(order.metadata) },
    validate: {
      json: value => (parse(value) === undefined ? text.notJson : isTooLarge(value) ? text.metadataTooLarge : null),
    },
  })
  const { run, isPending } = useOrderChange(order, {
    undo: ({ status, metadata }) => ({ status, metadata }),
    done: text.metadataSaved,
    onDone: close,
    onRefused: problem => form.setErrors({ json: fieldErrorsOf(problem).metadata }),
  })
  const save = ({ json }: { json: string }) => run({ status: order.status, metadata: parse(json) ?? null })
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <JsonInput
          label={text.json}
          description={text.jsonHint}
          autosize
          minRows={8}
          maxRows={20}
          data-autofocus
          {...form.getInputProps('json')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text.back}
          </Button>
          <Button type="submit" loading={isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
