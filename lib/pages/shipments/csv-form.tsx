/** The input form for CSV text, pasted or read from a file. The form finds the order of each CSV line. */

import { Accordion, Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { showFaults, submitHandler } from '../form/faults.ts'
import { useErrorSentence } from '../placeholders/failure.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { findOrdersOfRows } from './find-orders-of-rows.ts'
import { decodeCsv, parseRows } from './parse-csv.ts'
import type { Entry } from './shipment-lines.ts'
import { texts } from './texts.ts'

const maxLines = 1000
const maxFileBytes = 1_000_000

interface CsvFormProps {
  onEntries: (entries: readonly Entry[]) => void
  isOpen: boolean
}

export function CsvForm({ onEntries, isOpen }: CsvFormProps) {
  const text = useTexts(texts)
  return (
    <Accordion variant="contained" defaultValue={isOpen ? 'csv' : null} order={2}>
      <Accordion.Item value="csv">
        <Accordion.Control>{text.csv}</Accordion.Control>
        <Accordion.Panel>
          <CsvFields onEntries={onEntries} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/**
 * Looks for the orders of all lines. The text stays in the input until the API has replied to all requests, so that the
 * search can be repeated after an error.
 */
function useCheck(onEntries: CsvFormProps['onEntries']) {
  const { api } = useSession()
  const text = useTexts(texts)
  const { number } = useFormats()
  const [progress, setProgress] = useState('')
  const form = useForm({ initialValues: { csv: '' } })
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (csv: string) => {
      const rows = parseRows(csv)
      const onFound = (count: number) => setProgress(text.checking(number(count), number(rows.length)))
      return findOrdersOfRows(api, rows, { onFound })
    },
    onSuccess: entries => {
      form.reset()
      onEntries(entries)
    },
    onSettled: () => setProgress(''),
  })
  const check = ({ csv }: { csv: string }) => {
    const { length } = parseRows(csv)
    if (length === 0) return showFaults(form, { csv: text.csvEmpty })
    if (length > maxLines) return showFaults(form, { csv: text.csvTooLong(number(maxLines), number(length)) })
    mutate(csv)
  }
  return { form, check, isPending, error, progress }
}

function CsvFields({ onEntries }: Pick<CsvFormProps, 'onEntries'>) {
  const text = useTexts(texts)
  const { form, check, isPending, error, progress } = useCheck(onEntries)
  const sentence = useErrorSentence(error)
  const clearFile = useRef<() => void>(null)
  const load = async (file: File | null) => {
    if (!file) return
    /** The file input is cleared, because browsers do not report when a file of the same name is chosen again. */
    clearFile.current?.()
    if (file.size > maxFileBytes) return showFaults(form, { csv: text.csvTooLarge })
    form.setFieldValue('csv', decodeCsv(await file.arrayBuffer()))
  }
  return (
    <form onSubmit={submitHandler(form, check)}>
      <Stack gap="sm">
        <Textarea
          label={text.csvLabel}
          description={text.csvHint}
          placeholder={text.csvExample}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          {...form.getInputProps('csv')}
        />
        {error && (
          <Alert color="red" variant="outline" role="alert">
            {sentence}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={isPending}>
            {text.check}
          </Button>
          <FileButton resetRef={clearFile} onChange={load} accept=".csv,.tsv,.txt,text/csv,text/plain">
            {props => (
              <Button variant="default" {...props}>
                {text.chooseFile}
              </Button>
            )}
          </FileButton>
          <Text size="sm" role="status">
            {progress}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
