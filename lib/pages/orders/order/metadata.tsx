/** A section of the order screen with the metadata, which other programs use. The metadata is edited as JSON. */

import { Button, Code, JsonInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Order } from '../../../client/index.ts'
import { DialogButtons } from '../../change/dialog.tsx'
import { fieldErrorsOf } from '../../change/problem-details.tsx'
import { Hint } from '../../details/hint.tsx'
import { Section } from '../../details/section.tsx'
import { showFaults, submitHandler } from '../../form/faults.ts'
import { metadataToJson, parseMetadata } from '../../form/metadata-json.ts'
import { useSession } from '../../session/client.ts'
import { useTexts } from '../../session/language.ts'
import { OrderDialog, useOrderDialog } from './order-dialog.tsx'
import { texts } from './texts.ts'
import { useOrderChange } from './use-order-change.ts'

export function MetadataSection({ order }: { order: Order }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { open } = useOrderDialog()
  const edit = (
    <Button size="xs" variant="default" onClick={() => open('metadata')}>
      {text.edit}
    </Button>
  )
  return (
    <Section title={text.metadata} aside={canChange && edit}>
      {order.metadata ? (
        <Code block tabIndex={0} aria-label={text.metadata} mah={300} className="breakable">
          {metadataToJson(order.metadata)}
        </Code>
      ) : (
        <Hint>{text.noMetadata}</Hint>
      )}
      <MetadataDialog order={order} />
    </Section>
  )
}

function MetadataDialog({ order }: { order: Order }) {
  const text = useTexts(texts)
  return (
    <OrderDialog name="metadata" title={text.editMetadata} size="lg">
      {/* If another program changes the metadata, the new React key resets the form to it. */}
      <MetadataForm key={JSON.stringify(order.metadata)} order={order} />
    </OrderDialog>
  )
}

const maxBytes = 100 * 1024

const isTooLarge = (text: string) => new TextEncoder().encode(JSON.stringify(parseMetadata(text))).length > maxBytes

function MetadataForm({ order }: { order: Order }) {
  const text = useTexts(texts)
  const dialog = useOrderDialog()
  const close = () => dialog.close('metadata')
  const form = useForm({
    initialValues: { json: metadataToJson(order.metadata) },
    validate: {
      json: value =>
        parseMetadata(value) === undefined ? text.notJson : isTooLarge(value) ? text.metadataTooLarge : null,
    },
  })
  const { run, isPending } = useOrderChange(order, {
    undo: ({ metadata }) => ({ metadata }),
    done: text.metadataSaved,
    onDone: close,
    onRefused: problem => showFaults(form, { json: fieldErrorsOf(problem).metadata }),
  })
  const save = ({ json }: { json: string }) => run({ metadata: parseMetadata(json) ?? null })
  return (
    <form onSubmit={submitHandler(form, save)}>
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
        <DialogButtons cancel={text.back} onCancel={close}>
          <Button type="submit" loading={isPending}>
            {text.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
