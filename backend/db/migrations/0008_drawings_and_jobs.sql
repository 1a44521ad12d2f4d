CREATE TABLE "file_drawings" (
	"file_id" text NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"offset" integer,
	"size" integer,
	"refused" text,
	CONSTRAINT "file_drawings_file_id_name_pk" PRIMARY KEY("file_id","name")
);
--> statement-breakpoint
CREATE TABLE "file_pages" (
	"file_id" text PRIMARY KEY NOT NULL,
	"pages" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"priority" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"worker" text,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "drawings" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "drawings_key" text;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD CONSTRAINT "file_drawings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_by_subject" ON "jobs" USING btree ("name","subject");--> statement-breakpoint
CREATE INDEX "jobs_by_turn" ON "jobs" USING btree ("priority","due_at","id");