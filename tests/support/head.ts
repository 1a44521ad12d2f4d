/** An answer of which only status and headers matter. Its body is cancelled: otherwise its file or connection stays open. */
export async function headOnly(asked: Response | Promise<Response>): Promise<Response> {
  const answer = await asked
  await answer.body?.cancel()
  return answer
}
