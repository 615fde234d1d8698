create table patients (
    id         integer primary key autoincrement, -- paciente_id of the wire
    cpf        text    not null unique check (length(cpf) = 11),
    name       text    not null,
    birth_date text    not null, -- YYYY-MM-DD
    phone      text    not null, -- digits with country code
    created_at integer not null  -- milliseconds since 1970
) strict;

-- day and hour are wall-clock time of the clinic: an appointment at 09:00 stays at 09:00 whatever
-- happens to the rules of its time zone.
create table appointments (
    id          integer primary key autoincrement,
    patient_id  integer not null references patients (id),
    agenda_id   integer not null,
    plan_id     integer not null,
    day         text    not null, -- YYYY-MM-DD
    hour        text    not null, -- HH:MM
    services    text    not null, -- JSON list of procedure ids
    intent      text,             -- header Atende-Intent, if there was one
    description text    not null, -- what was answered, for repeats of the same call
    preparation text    not null,
    created_at  integer not null, -- milliseconds since 1970
    -- One slot, one booking, whoever writes to this file.  Its index also serves A1.
    constraint one_booking_per_slot unique (agenda_id, day, hour)
) strict;

create unique index one_booking_per_intent on appointments (intent) where intent is not null;
