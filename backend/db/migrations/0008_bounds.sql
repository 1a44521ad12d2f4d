CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"project_id" text NOT NULL,
	"author" text NOT NULL,
	"is_new" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "derived_pictures" (
	"file_id" text NOT NULL,
	"width" integer NOT NULL,
	"key" text NOT NULL,
	"size" integer NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "derived_pictures_file_id_width_pk" PRIMARY KEY("file_id","width"),
	CONSTRAINT "derived_pictures_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_counts" (
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_day_hash_pk" PRIMARY KEY("day","hash")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
DROP INDEX "search_documents_by_terms";--> statement-breakpoint
DROP INDEX "search_words_by_spelling";--> statement-breakpoint
DROP INDEX "search_words_by_likeness";--> statement-breakpoint
ALTER TABLE "codes" DROP CONSTRAINT "codes_email_key_purpose_pk";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "drawings" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "drawings_key" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "requester" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "other_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "system" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "derived_pictures" ADD CONSTRAINT "derived_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD CONSTRAINT "file_drawings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changes_by_time" ON "changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "devices_by_account" ON "devices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "devices_by_use" ON "devices" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_by_subject" ON "jobs" USING btree ("name","subject");--> statement-breakpoint
CREATE INDEX "jobs_by_turn" ON "jobs" USING btree ("priority","due_at","id");--> statement-breakpoint
CREATE INDEX "files_by_key" ON "files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "files_by_drawings_key" ON "files" USING btree ("drawings_key");--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("owner_uid","state","size");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_by_requester" ON "codes" USING btree ("email_key","purpose","requester");--> statement-breakpoint
CREATE INDEX "search_documents_by_terms" ON "search_documents" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_by_spelling" ON "search_words" USING gin ("spellings") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin (("word" || '') gin_trgm_ops) WITH (fastupdate=false);