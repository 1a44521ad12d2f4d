CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"project_id" text NOT NULL,
	"author" text NOT NULL,
	"is_new" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_by_time" ON "changes" USING btree ("at");