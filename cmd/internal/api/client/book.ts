// Books an appointment against a scheduling API with a client that is generated from its document: every path, field and answer
// below is checked by the compiler against api.d.ts.  It prints what it found as JSON.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

declare const process: { argv: string[]; exit(code: number): never };

const [baseUrl, token, from, to] = process.argv.slice(2) as [string, string, string, string];
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

function must<T>(what: string, value: T | undefined, problem: unknown): T {
  if (value === undefined) {
    console.error(what, problem);
    process.exit(1);
  }
  return value;
}

const filter = { agendas: [{ id: 101, tipo: "cs" as const }], convenio_id: 1, data: from, endDate: to, especialidade_id: 7, procedimentos: [501] };
const times = await api.POST("/api/v1/agendamento/horarios", { body: { filter } });
const day = must("times", times.data, times.error).data[0]!;
const hour = day.agendas[0]!.horarios[0]!.hora;

const cpf = "52998224725";
const before = await api.POST("/api/v1/cadastros/pacientes/cpf/{cpf}", { params: { path: { cpf } } });
const registered = await api.POST("/api/v1/paciente/multiplos", {
  body: { pacientes: [{ nome: "Rita de Cássia Lopes", dataNascimento: "1975-10-10", cpf, celular: "5511987654321" }] },
});
const patient = must("register", registered.data, registered.error).data[0]!;
const found = await api.POST("/api/v1/cadastros/pacientes/cpf/{cpf}", { params: { path: { cpf } } });
const after = must("find", found.data, found.error).data;

const appointment = {
  paciente_id: patient.paciente_id, cpf, convenio_id: 1, data: day.data, hora: hour,
  agenda_id: 101, agenda_tipo: "cs" as const, status: "ativo" as const, servicos: [{ id: 501 }],
};
const book = (intent: string) => api.POST("/api/v1/agendamento/agendamento", { params: { header: { "Atende-Intent": intent } }, body: appointment });
const booked = await book("generated/1");
const again = await book("generated/1");
const other = await api.POST("/api/v1/agendamento/agendamento", { body: { ...appointment, convenio_id: 2 } });
// @ts-expect-error: a booking without a patient is none
const refused = await api.POST("/api/v1/agendamento/agendamento", { body: { ...appointment, paciente_id: undefined } });
// @ts-expect-error: the API has no such path
await api.POST("/api/v1/agendamento/cancelar", {});

console.log(JSON.stringify({
  date: day.data, hour,
  before: before.data?.data,
  after: typeof after === "string" ? after : after.nome,
  description: must("book", booked.data, booked.error).data.description,
  again: again.data?.data.description,
  other: other.response.status,
  refused: refused.response.status, sentence: refused.error?.data,
}));
